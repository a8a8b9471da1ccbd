import { randomBytes } from 'node:crypto';
import { ManageSubAccounts } from '../../features/account/sub-accounts/manage-sub-accounts.js';
import { DecideProposals } from '../../features/operations/administration/decide-proposals.js';
import { ProposeAdjustment } from '../../features/operations/administration/propose-adjustment.js';
import { TopUpInsurance } from '../../features/operations/administration/top-up-insurance.js';
import { AdjustBalance } from '../../features/wallet/balances/index.js';
import { TransferMoney } from '../../features/wallet/balances/transfer-money.js';
import { EnterDemo } from '../../features/wallet/demo/enter-demo.js';
import { TopUpDemo } from '../../features/wallet/demo/top-up-demo.js';
import { RejectDeposit } from '../../features/wallet/deposits/reject-deposit.js';
import { SubmitDeposit } from '../../features/wallet/deposits/submit-deposit.js';
import { creditByTwo } from './credits.js';
import { USDT } from './ledger.js';
import { anOperator } from './operators.js';
import type { TradingWorld } from './trading-world.js';
import { SetOwnLimit } from '../../features/wallet/own-limits/set-own-limit.js';
import { TakeBreak } from '../../features/wallet/own-limits/take-break.js';
import { MoveSubMoney } from '../../features/wallet/sub-transfers/move-sub-money.js';
import { ANNA, BERT, type Saver, WithdrawalWorld } from './withdrawal-world.js';

/** Deposits, withdrawals, transfers, demo money and what operators do by hand, in every state. */
export class WholeBookMoney {
  constructor(private readonly world: TradingWorld) {}

  async moveMoney(): Promise<void> {
    const { futures } = this.world;
    const withdrawals = await WithdrawalWorld.over(futures.app);
    const saver = await withdrawals.aSaver();
    const hasty = await withdrawals.aSaver();
    await withdrawals.pay(await this.approved(withdrawals, saver));
    await this.approved(withdrawals, saver);
    await withdrawals.reject(await withdrawals.aWithdrawal(saver));
    await withdrawals.cancel(await withdrawals.aWithdrawal(hasty), hasty.id);
    await withdrawals.aWithdrawal(hasty);
    await this.toBank(withdrawals);
    await this.deposit(saver.id);
    await this.transfer(saver.id, '20');
    await this.subAccount(saver.id);
    await futures.get(EnterDemo).execute(saver.id);
    await futures.get(TopUpDemo).execute(saver.id, null);
    await this.byHand(saver.id);
    await this.limit(hasty.id);
  }

  /** A limit with a wish for a laxer one, and a break. */
  private async limit(userId: string): Promise<void> {
    const { futures } = this.world;
    const caller = { ip: '192.0.2.1', userAgent: '' };
    for (const amount of ['100', '500']) {
      await futures.get(SetOwnLimit).execute({ userId, kind: 'stake', period: 'day', amount, caller });
    }
    await futures.get(TakeBreak).execute(userId, { span: '7-days', fundPassword: '' }, caller);
  }

  /** One with a little money. */
  private async subAccount(userId: string): Promise<void> {
    const { futures } = this.world;
    const id = await futures.get(ManageSubAccounts).open(userId, 'Bot', { ip: '192.0.2.1', userAgent: '' });
    const from = { subId: null, account: 'spot' } as const;
    const to = { subId: id, account: 'contract' } as const;
    await futures.get(MoveSubMoney).execute({ userId, from, to, currencyId: USDT, amount: '15', key: null });
  }

  async transfer(userId: string, amount: string): Promise<void> {
    const wish = { userId, from: 'spot', to: 'option', currencyId: USDT, amount, key: null } as const;
    await this.world.futures.get(TransferMoney).execute(wish);
  }

  /** One to the own card, which was bound days ago. */
  private async toBank(withdrawals: WithdrawalWorld): Promise<void> {
    const saver = await withdrawals.aSaver();
    const bound = `now() - interval '5 days'`;
    await this.rows(
      `with card as (
         insert into account_bank_card (user_id, kind, real_name, bank_name, bank_account, created_at, updated_at, usable_at)
         values (${saver.id}, 'domestic', 'Ann Example', 'First Bank', '6222021234567890', ${bound}, ${bound}, ${bound}))
       insert into account_security_event (user_id, kind, ip, device, at, about)
       values (${saver.id}, 'bank-card-changed', '192.0.2.7', 'iPhone', ${bound}, 'First Bank …7890')`,
    );
    await withdrawals.aWithdrawal(saver, { toBank: true });
  }

  /** One that the first approver may not release alone. */
  private async approved(withdrawals: WithdrawalWorld, saver: Saver): Promise<string> {
    const id = await withdrawals.aWithdrawal(saver);
    if ((await withdrawals.approve(id)) === 'second-person') await withdrawals.approve(id, BERT);
    return id;
  }

  /** Deposits that are credited, refused and under review. */
  private async deposit(userId: string): Promise<void> {
    const { futures } = this.world;
    for (const amount of ['100', '150', '200', '250']) {
      const claim = { kind: 'chain', currencyId: USDT, network: 'TRC20', sender: '', proof: null } as const;
      const hash = randomBytes(32).toString('hex');
      await futures.get(SubmitDeposit).execute({ userId, ...claim, amount, hash, key: null });
    }
    const rows = await this.rows<{ id: string }>(`select id from deposit where user_id = ${userId} order by id`);
    const [first = '', second = '', third = ''] = rows.map(({ id }) => id);
    await creditByTwo(futures.app, first);
    await creditByTwo(futures.app, second);
    await futures.get(RejectDeposit).execute({ depositId: third, operatorId: ANNA, reason: 'No such payment' });
  }

  /** What operators do by hand: changes of money that two decide, one that is refused and one that waits, the fund. */
  private async byHand(userId: string): Promise<void> {
    const { futures } = this.world;
    const [ann, bob] = [await this.anActor(), await this.anActor()];
    const decide = futures.get(DecideProposals);
    const change = { userId, account: 'spot', currencyId: USDT, reason: 'Goodwill for a late payment' } as const;
    const adjust = futures.get(ProposeAdjustment);
    await decide.approve(bob, await adjust.execute(ann, { ...change, amount: '12' }, null));
    await decide.reject(bob, await adjust.execute(ann, { ...change, amount: '13' }, null), 'Not agreed upon');
    await adjust.execute(ann, { ...change, amount: '14' }, null);
    const topUp = { currencyId: USDT, amount: '40', reason: 'The fund is below its goal' };
    await decide.approve(bob, await futures.get(TopUpInsurance).propose(ann, topUp, null));
    const direct = { userId, account: 'spot', currencyId: USDT, amount: '-3', reason: 'Correction', operatorId: ANNA };
    const adjustmentId = await futures.get(AdjustBalance).propose(direct as never);
    await futures.get(AdjustBalance).approve({ adjustmentId, operatorId: BERT });
  }

  private async anActor() {
    const { operatorId } = await anOperator(this.world.source, 'treasurer');
    return { operatorId, sessionId: null, roles: ['treasurer'], address: '127.0.0.1', request: 'test' };
  }

  private rows<Row>(sql: string): Promise<Row[]> {
    return this.world.source.query(sql);
  }
}
