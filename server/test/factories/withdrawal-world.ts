import { createHmac } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { DataSource } from 'typeorm';
import { VerificationCodes } from '../../features/account/codes/verification-codes.js';
import type { PersonProof } from '../../features/wallet/address-book/index.js';
import { codeNameOf, ConfirmationCodes } from '../../features/account/codes/confirmation-codes.js';
import type { ConfirmedAct } from '../../features/account/codes/index.js';
import { UsersStore } from '../../features/account/users/index.js';
import { Ledger } from '../../features/wallet/ledger/index.js';
import { WalletCatalog } from '../../features/wallet/balances/index.js';
import { ApproveWithdrawal } from '../../features/wallet/withdrawals/approve-withdrawal.js';
import { CancelWithdrawal } from '../../features/wallet/withdrawals/cancel-withdrawal.js';
import { MarkWithdrawalPaid } from '../../features/wallet/withdrawals/mark-withdrawal-paid.js';
import { RejectWithdrawal } from '../../features/wallet/withdrawals/reject-withdrawal.js';
import { SendWithdrawal } from '../../features/wallet/withdrawals/send-withdrawal.js';
import { type RequestedWithdrawal, RequestWithdrawal } from '../../features/wallet/withdrawals/request-withdrawal.js';
import type { TakenWithdrawalView } from '../../contract/wallet/wallet-withdrawals.dto.js';
import { Config } from '../../platform/config/config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Transactions } from '../../platform/database/transactions.store.js';
import { bootApp, type TestApp } from '../app.js';
import { closeInOrder } from '../books-in-order.js';
import { fund, USDT } from './ledger.js';
import { aUser } from './users.js';

export const PIN = '582913';
export const TRON_ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
export const CARD = '6222021234567890';
export const [ANNA, BERT] = ['7', '8'];

export interface Saver {
  token: string;
  id: string;
  addressId: string;
}

/** As the product hashes passwords, with less work: whoever checks it goes by the parameters in its text. */
function cheapHash(password: string, pepper: string): Promise<string> {
  const peppered = createHmac('sha256', pepper).update(password).digest('hex');
  return hash(peppered, { memoryCost: 64, timeCost: 1, parallelism: 1 });
}

/** The product with people who can withdraw, and every step of a withdrawal as one call. */
export class WithdrawalWorld {
  private paid = 1;
  private readonly sessions = new Map<string, string>();

  private constructor(
    readonly app: TestApp,
    readonly source: DataSource,
    private readonly pinHash: string,
  ) {}

  static async open(): Promise<WithdrawalWorld> {
    return WithdrawalWorld.over(await bootApp({ ROLES: 'gateway', LOG_LEVEL: 'silent', DATABASE_POOL_SIZE: '10' }));
  }

  /** In a product that runs already, with a clock of its own perhaps. */
  static async over(app: TestApp): Promise<WithdrawalWorld> {
    const pinHash = await cheapHash(PIN, app.application.get(Config).values.PASSWORD_PEPPER);
    return new WithdrawalWorld(app, app.owner, pinHash);
  }

  /** Looks at the books before it is gone. */
  close(): Promise<void> {
    return closeInOrder(this.app, ['L13-withdrawals', 'L17', 'M03', 'M04', 'M05', 'M06', 'M08']);
  }

  get<Service>(service: abstract new (...parameters: never[]) => Service): Service {
    return this.app.application.get(service as never);
  }

  /** Verified, with a fund password, 1,000 USDT that came in as a deposit would, and an address in the book. */
  async aSaver({ verified = true, funds = '1000' } = {}): Promise<Saver> {
    const { userId: id, sessionId, token } = await aUser(this.source);
    this.sessions.set(id, sessionId);
    await this.source.query(
      'insert into account_fund_password (user_id, password_hash, set_at) values ($1, $2, now())',
      [id, this.pinHash],
    );
    if (verified) await this.verify(id);
    await fund(this.source, id, funds);
    const network = this.get(WalletCatalog)
      .networks(USDT)
      .find((way) => way.network === 'TRC20');
    const rows: { id: string }[] = await this.source.query(
      `insert into withdrawal_address (user_id, coin_network_id, address, created_at, usable_at)
       values ($1, $2, $3, now(), now()) returning id`,
      [id, network?.id, TRON_ADDRESS],
    );
    return { id, token, addressId: rows[0]?.id ?? '' };
  }

  /** One that was sent; without an act as to an old client, for a withdrawal. */
  async aCode(userId: string, act: ConfirmedAct | null = null): Promise<string> {
    const user = await this.get(UsersStore).byId(userId);
    const contact = user && this.get(ConfirmationCodes).contactOf(user);
    if (!contact) throw new Error('The user has no contact that a code may go to');
    return this.get(VerificationCodes).issue(codeNameOf(userId, act, contact));
  }

  /** The fund password and a code, as a page sends them; {@link withSession} says in which session. */
  proof(code: string, fundPassword: string | null = PIN): PersonProof {
    const proofs = code === '' ? [] : [{ kind: 'code', code } as const];
    return { sessionId: '', fundPassword, proofs, caller: { ip: '127.0.0.1', userAgent: 'test' } };
  }

  sessionOf(userId: string): string {
    return this.sessions.get(userId) ?? '';
  }

  withSession(userId: string, proof: PersonProof): PersonProof {
    return { ...proof, sessionId: this.sessionOf(userId) };
  }

  async withdraw(
    { id, addressId }: Saver,
    values: Partial<RequestedWithdrawal> = {},
  ): Promise<TakenWithdrawalView | null> {
    const proof = values.proof ?? this.proof(await this.aCode(id));
    return this.get(RequestWithdrawal).execute({
      userId: id,
      currencyId: USDT,
      amount: '100',
      addressId,
      address: null,
      network: null,
      toBank: false,
      remark: '',
      key: null,
      ...values,
      proof: this.withSession(id, proof),
    });
  }

  async lastOf(userId: string): Promise<{ id: string; status: string; fee: string }> {
    const rows = await this.source.query(
      'select id, status, trim_scale(fee)::text as fee from withdrawal where user_id = $1 order by id desc limit 1',
      [userId],
    );
    return rows[0];
  }

  async aWithdrawal(saver: Saver, values: Partial<RequestedWithdrawal> = {}): Promise<string> {
    await this.withdraw(saver, values);
    return (await this.lastOf(saver.id)).id;
  }

  async money(userId: string): Promise<{ spot: string; frozen: string }> {
    const rows = await this.get(Ledger).balancesOf(userId);
    const of = (name: string) =>
      rows.find(({ kind, currencyId }) => kind === name && currencyId === USDT)?.balance ?? '0';
    return { spot: of('spot'), frozen: of('spot_frozen') };
  }

  approve(withdrawalId: string, operatorId = ANNA) {
    return this.get(ApproveWithdrawal).execute({ withdrawalId, operatorId });
  }

  reject(withdrawalId: string, reason = 'The address is on a list') {
    return this.get(RejectWithdrawal).execute({ withdrawalId, operatorId: ANNA, reason });
  }

  /** As two operators do with one that is released. */
  takeBack(withdrawalId: string, reason = 'The payment did not go through') {
    const rejection = { withdrawalId, operatorId: ANNA, reason, isTakenBack: true };
    return this.get(RejectWithdrawal).execute(rejection);
  }

  send(withdrawalId: string, operatorId = ANNA) {
    return this.get(SendWithdrawal).execute({ withdrawalId, operatorId });
  }

  /** As the one does who sends it, or says first that they do. */
  async pay(withdrawalId: string, transaction = (this.paid++).toString(16).padStart(64, 'a')) {
    if ((await this.rowOf(withdrawalId)).sending_by === null) await this.send(withdrawalId);
    return this.get(MarkWithdrawalPaid).execute({ withdrawalId, operatorId: ANNA, transaction });
  }

  cancel(withdrawalId: string, userId: string) {
    return this.get(CancelWithdrawal).execute({ withdrawalId, userId, key: null });
  }

  /** As the product does it, on its own connections. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return this.get(Transactions).run(work);
  }

  /** A row as it would have been on another day, or of other people; the books are not concerned. */
  async rewrite(statement: string, values: unknown[]): Promise<void> {
    await this.source.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(statement, values);
    });
  }

  async rowOf(id: string): Promise<Record<string, unknown>> {
    const rows = await this.source.query('select * from withdrawal where id = $1', [id]);
    return rows[0];
  }

  /** Usable for long, unless a test says otherwise. */
  async aCard({ id }: Saver, { name = 'Ann Example', usableAt = new Date(0) } = {}): Promise<void> {
    await this.source.query(
      `insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
       values ($1, 'domestic', $2, 'First Bank', $3, now(), now(), $4)`,
      [id, name, CARD, usableAt],
    );
  }

  /** What the user's page was told of its withdrawals, in order. */
  async publishedStates(userId: string): Promise<string[]> {
    const rows: { state: string }[] = await this.source.query(
      `select payload->>'state' as state from outbox where user_id = $1 and kind = 'withdrawal' order by sequence`,
      [userId],
    );
    return rows.map(({ state }) => state);
  }

  private async verify(userId: string): Promise<void> {
    await this.source.query(
      `insert into verification_case (user_id, level, status, version, country, name, id_kind, id_number_sealed,
         id_number_digest, address, submitted_at, decided_at)
       values ($1, 'basic', 'under-review', 1, 'DE', 'Ann Example', 'passport', $2, sha256($2), 'Street 1', now(), null)`,
      [userId, Buffer.from(`id of ${userId}`)],
    );
    await this.source.query(
      `update verification_case set status = 'verified', version = version + 1, decided_at = now() where user_id = $1`,
      [userId],
    );
  }
}
