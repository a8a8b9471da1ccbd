import { useTranslation } from 'react-i18next';
import { useCan } from '../frame/desk-session';
import { PageHead } from '../parts/panel';
import { Tabs } from '../../ui/tabs';
import { useFilters } from '../parts/use-filters';
import { BooksState } from './books-state';
import { Journals } from './journals';
import { LedgerAccounts } from './ledger-accounts';
import { Quarantine } from './quarantine';
import { VerifyBooks } from './verify-books';

const TABS = ['state', 'accounts', 'journals'] as const;
type Tab = (typeof TABS)[number];

/** The books: whether they are in order, and what is in them. */
export function BooksPage() {
  const { t } = useTranslation('desk');
  const mayLook = useCan('auditor', 'treasurer');
  const mayVerify = useCan('auditor', 'treasurer', 'administrator');
  const filters = useFilters();
  const tab: Tab = mayLook ? (TABS.find((known) => known === filters.get('tab')) ?? 'state') : 'state';
  return (
    <div className="desk-page">
      <PageHead title={t('nav.books')} />
      {mayLook && (
        <Tabs
          label={t('nav.books')}
          tabs={TABS.map((key) => ({ key, label: t(`books.${key}`) }))}
          chosen={tab}
          onChoose={(next) => filters.set({ tab: next === 'state' ? '' : next })}
          controls="desk-books"
          flush
        />
      )}
      <div id="desk-books" role={mayLook ? 'tabpanel' : undefined}>
        {tab === 'state' && <BooksState />}
        {tab === 'state' && mayVerify && <VerifyBooks />}
        {tab === 'state' && mayVerify && <Quarantine />}
        {tab === 'accounts' && <LedgerAccounts />}
        {tab === 'journals' && <Journals />}
      </div>
    </div>
  );
}
