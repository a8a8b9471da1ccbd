import { useTranslation } from 'react-i18next';
import { type Book, BOOKS } from '../../../server/contract/books';
import type { BooksView, SealView, TradingModeView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { StatePill } from '../../ui/state-pill';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { StopCause } from '../parts/stop-cause';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { formatMoment, When } from '../parts/when';

/** Whether each book is open, and the last seals. */
export function BooksState() {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const query = useDeskQuery<BooksView>('books', {}, { poll: true });
  const seal = (view: SealView | null) =>
    view && (
      <>
        {t('books.sealUpTo', { last: view.last, time: formatMoment(view.at, language) })}
        <code className="desk-hash">{view.hash}</code>
      </>
    );
  return (
    <Loaded query={query}>
      {({ trading, ledgerSeal, auditSeal }) => (
        <>
          {BOOKS.map((book) => (
            <Panel key={book} title={t(`books.${book}`)}>
              <Mode book={book} mode={trading[book]} />
            </Panel>
          ))}
          <Panel title={t('books.seals')}>
            <Facts
              facts={[
                { label: t('books.ledgerSeal'), value: seal(ledgerSeal) },
                { label: t('books.auditSeal'), value: seal(auditSeal) },
              ]}
            />
          </Panel>
        </>
      )}
    </Loaded>
  );
}

function Mode({ book, mode: state }: { book: Book; mode: TradingModeView }) {
  const { t } = useTranslation('desk');
  const { mode, cause, since, verifiedAt, checkedAt } = state;
  const isOpen = mode === 'open';
  return (
    <>
      <p>
        <StatePill tone={isOpen ? 'good' : 'bad'} text={t(isOpen ? 'books.open' : 'books.cancelOnly')} />
      </p>
      {!isOpen && <p className="desk-note">{t('books.cancelOnlyText')}</p>}
      <Facts
        facts={[
          { label: t('books.cause'), value: cause !== '' && <StopCause mode={state} /> },
          { label: t('books.since'), value: <When at={since} /> },
          { label: t('books.verifiedAt'), value: <When at={verifiedAt} /> },
          { label: t('books.checkedAt'), value: <When at={checkedAt} /> },
        ]}
      />
      {!isOpen && <Reopen book={book} />}
    </>
  );
}

function Reopen({ book }: { book: Book }) {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('treasurer', 'administrator');
  if (!mayPropose) return null;
  return (
    <ReasonForm
      action={t('books.reopen')}
      help={t('books.reopenText')}
      send={async (reason) => {
        await deskPost('books/reopen', { book, reason });
        toast(t('proposal.proposed'));
        refreshDesk('books', 'proposals', 'queues');
      }}
    />
  );
}
