import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AppealCaseView, AppealDetailView } from '../../../server/contract/operations';
import { MoneyText } from '../../ui/money-text';
import { CaseDesk } from '../cases/case-list';
import { DecisionPanel, SecondPersonNote } from '../cases/decision';
import { PersonPanel } from '../cases/person-panel';
import { useCase } from '../cases/use-case';
import { deskGet } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Problem } from '../parts/desk-form';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Status } from '../parts/status';
import { useAct } from '../parts/use-act';
import { When } from '../parts/when';
import { AppealDecision } from './appeal-decision';
import { AppealRoom } from './appeal-room';
import { useOtcWords } from './use-otc-words';
import { saveJson } from '../../platform/save-file';

const STATUSES = ['appeal', 'decided'];

/** Orders between users that the desk was called to. */
export function AppealsPage() {
  const { t } = useTranslation('desk');
  return (
    <CaseDesk<AppealCaseView>
      kind="appeals"
      title={t('nav.appeals')}
      statuses={STATUSES}
      byCoin
      waitsSince={({ appealedAt }) => appealedAt}
      renderSubject={({ quantity, coin, amount, fiat }) => (
        <>
          <MoneyText value={quantity} unit={coin} /> · <MoneyText value={amount} unit={fiat} />
        </>
      )}
      renderNote={({ firstDecidedBy, needsSecondPerson, status }) =>
        status === 'appeal' && (firstDecidedBy !== null || needsSecondPerson) && <em>{t('decide.needsSecond')}</em>
      }
      renderDetail={(id, listed) => <AppealCase key={id} id={id} listed={listed} />}
    />
  );
}

function AppealCase({ id, listed }: { id: string; listed: AppealCaseView | undefined }) {
  const { t } = useTranslation('desk');
  const { query, claimed, decided } = useCase<AppealDetailView>('appeals', id);
  const setClaim = claimed((detail, claim) => ({ ...detail, appeal: { ...detail.appeal, claim } }));
  const mayDecide = useCan('treasurer');
  return (
    <Loaded query={query} rows={8}>
      {(detail) => {
        const { appeal } = detail;
        const isOpen = appeal.status === 'appeal';
        const title = t('otc.title', { number: appeal.orderNumber });
        return (
          <article className="desk-case" aria-label={title}>
            <div className="desk-head">
              <h2>{title}</h2>
              <Status status={appeal.status} />
            </div>
            <SecondPersonNote needed={appeal.needsSecondPerson && isOpen} first={appeal.firstDecidedBy} />
            <AppealFacts detail={detail} />
            <DecisionPanel
              path={`appeals/${id}`}
              claim={listed ? listed.claim : appeal.claim}
              onClaim={setClaim}
              isOpen={mayDecide && isOpen}
            >
              <AppealDecision id={id} appeal={appeal} onDecided={decided} />
            </DecisionPanel>
            <AppealRoom id={id} />
            <Evidence id={id} number={appeal.orderNumber} />
            {detail.users.map((user) => (
              <PersonPanel key={user.id} user={user} />
            ))}
          </article>
        );
      }}
    </Loaded>
  );
}

function AppealFacts({ detail }: { detail: AppealDetailView }) {
  const { t } = useTranslation('desk');
  const words = useOtcWords();
  const { appeal, buyerName, sellerName, payment, reference, terms } = detail;
  const { coin, quantity, fiat, amount, price, appealedBy, appealReason, decisionUntil, status } = appeal;
  return (
    <Facts
      facts={[
        { label: t('otc.quantity'), value: <MoneyText value={quantity} unit={coin} /> },
        { label: t('otc.money'), value: <MoneyText value={amount} unit={fiat} /> },
        { label: t('otc.oneCoin'), value: <MoneyText value={price} unit={fiat} /> },
        { label: t('otc.seller'), value: appeal.seller },
        { label: t('otc.sellerName'), value: sellerName },
        { label: t('otc.buyer'), value: appeal.buyer },
        { label: t('otc.buyerName'), value: buyerName },
        {
          label: t('otc.payment'),
          value: [words.way(payment.way), payment.holder, payment.account, payment.place, payment.bank, payment.branch]
            .filter((text) => text !== '')
            .join(' · '),
        },
        { label: t('otc.reference'), value: reference },
        {
          label: t('otc.by'),
          value: appealedBy === 'buyer' || appealedBy === 'seller' ? t(`otc.${appealedBy}`) : words.step('escalate'),
        },
        { label: t('otc.reason'), value: words.reason(appealReason) },
        { label: t('otc.until'), value: status === 'appeal' && <When at={decisionUntil} /> },
        { label: t('otc.terms'), value: terms },
        { label: t('otc.award'), value: appeal.endedBy && words.step(appeal.endedBy) },
      ]}
    />
  );
}

function Evidence({ id, number }: { id: string; number: string }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const save = async () => saveJson(`order-${number}.json`, await deskGet(`appeals/${id}/evidence`));
  return (
    <div className="desk-actions">
      <Button size="sm" variant="default" loading={busy} onClick={() => run(save)}>
        {t('otc.evidence')}
      </Button>
      <Problem text={problem} />
    </div>
  );
}
