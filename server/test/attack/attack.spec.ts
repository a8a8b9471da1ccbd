import { onProcesses } from '../faults/product.js';
import { type Attack, carryOut, type Family, type Outcome, type Target } from './attack.js';
import { FAMILIES } from './families.js';
import { Installation } from './installation.js';
import { Stranger } from './stranger.js';
import { tableOf } from './table.js';

/**
 * Attacks on one installation in production, inside `npm test` those that take little time. `npm run attack` carries out
 * all of them: `--only=transport` those of one family, `--target=http://127.0.0.1:3000` those that need to know nothing of
 * the product, against one that runs.
 */

const { ATTACK_TARGET: url = '', ATTACK_ONLY: only = '' } = process.env;
const isWhole = process.env.ATTACK === 'whole';
const START_MS = 300_000;

const isChosen = (family: Family, attack: Attack): boolean =>
  (only === '' || only === family.name) &&
  (isWhole || attack.isShort === true) &&
  (url === '' || attack.isOutside === true);
const chosen = FAMILIES.map((family) => ({
  ...family,
  attacks: family.attacks.filter((attack) => isChosen(family, attack)),
})).filter(({ attacks }) => attacks.length > 0);

/** A product that somebody else runs needs nothing that is compiled here. */
const suite = url === '' ? onProcesses : describe;

suite('the product holds against', () => {
  const outcomes: { family: string; attack: Attack; outcome: Outcome }[] = [];
  let installation: Installation | null = null;
  let target: Target;

  beforeAll(async () => {
    installation = url === '' ? await Installation.start() : null;
    target = { stranger: new Stranger(installation?.url ?? url), installation };
  }, START_MS);
  afterAll(async () => {
    target?.stranger.close();
    await installation?.stop();
    if (isWhole) process.stdout.write(`\n${tableOf(outcomes)}\n`);
  });

  describe.each(chosen.map((family) => [family.name, family] as const))('%s:', (name, { attacks, limitMs }) => {
    let endsAt = 0;
    beforeAll(() => {
      endsAt = Date.now() + limitMs;
      target.stranger.beginFamily();
    });

    it.each(attacks.map((attack) => [attack.name, attack] as const))(
      '%s',
      async (_name, attack) => {
        const outcome = await carryOut(attack, target, endsAt - Date.now());
        outcomes.push({ family: name, attack, outcome });
        // Attacks that end the process would else be taken for one that held by every other.
        const ended = installation?.product.exits ?? [];
        expect({ ...outcome, ended }).toMatchObject({ holds: true, ended: [] });
      },
      limitMs + 10_000,
    );
  });

  it('each attack is of one family, and says where it comes from', () => {
    const names = FAMILIES.flatMap(({ name, attacks }) => attacks.map((attack) => `${name}: ${attack.name}`));
    expect(new Set(names).size).toBe(names.length);
    for (const { attacks } of FAMILIES) for (const { source } of attacks) expect(source).toMatch(/review|issue/);
    expect(only === '' || chosen.length > 0).toBe(true);
  });
});
