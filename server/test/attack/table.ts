import type { Attack, Outcome } from './attack.js';

/** What was attacked, and what came of it: a line each, and their number. */
export function tableOf(outcomes: readonly { family: string; attack: Attack; outcome: Outcome }[]): string {
  const rows = outcomes.map(({ family, attack, outcome }) => [
    outcome.holds ? 'held' : 'OPEN',
    family,
    attack.name,
    outcome.saw,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const open = outcomes.filter(({ outcome }) => !outcome.holds).length;
  return [...lines, `${outcomes.length} attacks, ${open} open`].join('\n');
}
