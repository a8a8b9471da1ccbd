import { IconMenu2 } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Route, Routes, useLocation } from 'react-router-dom';
import { BOOKS } from '../../../server/contract/books';
import type { BooksView, QueuesView } from '../../../server/contract/operations';
import { EmptyState } from '../../ui/empty-state';
import { AuditPage } from '../books/audit';
import { BooksPage } from '../books/books';
import { FundingPage } from '../books/funding';
import { JobsPage } from '../books/jobs';
import { AnnouncedPage } from '../cases/announced';
import { DepositsPage } from '../cases/deposits';
import { OverviewPage } from '../cases/overview';
import { ProposalsPage } from '../cases/proposals';
import { VerificationsPage } from '../cases/verifications';
import { WithdrawalsPage } from '../cases/withdrawals';
import { ComplaintsPage } from '../complaints/complaints-page';
import { FindBox, useMayFind } from '../find/find-box';
import { FindPage } from '../find/find-page';
import { IncidentsPage } from '../incidents';
import { HelpPage } from '../help/help-page';
import { StopCause } from '../parts/stop-cause';
import { useDeskQuery } from '../parts/use-desk-query';
import { OperatorsPage } from '../people/operators';
import { OwnAccessPage } from '../people/own-access';
import { PairsPage } from '../people/pairs';
import { UsersPage } from '../people/users';
import { AppealsPage } from '../otc/lazy-appeals';
import { MerchantsPage } from '../otc/merchants';
import { OtcCoinsPage } from '../otc/otc-coins';
import { SalesPage } from '../ieo/sales';
import { CountriesPage } from '../countries/countries';
import { ProductsPage } from '../products/products';
import { ReferencePage } from '../reference/reference';
import { ReferralPage } from '../referral/referral';
import { ArticlesPage } from '../news/articles';
import { OffersPage } from '../subscriptions/offers';
import { AddressesPage } from '../settings/addresses';
import { CoinsPage } from '../settings/coins';
import { MarketsPage } from '../settings/markets';
import { NoticesPage } from '../settings/notices';
import { useCan, useOperator } from './desk-session';
import { SECTIONS, type Section, sectionAt } from './sections';
import { useAwake } from './use-awake';
import { zoneName } from '../../platform/zone';

const PAGES: Readonly<Record<string, ComponentType>> = {
  '': OverviewPage,
  deposits: DepositsPage,
  withdrawals: WithdrawalsPage,
  find: FindPage,
  help: HelpPage,
  complaints: ComplaintsPage,
  incidents: IncidentsPage,
  verification: VerificationsPage,
  appeals: AppealsPage,
  merchants: MerchantsPage,
  proposals: ProposalsPage,
  announced: AnnouncedPage,
  users: UsersPage,
  books: BooksPage,
  audit: AuditPage,
  pairs: PairsPage,
  funding: FundingPage,
  jobs: JobsPage,
  coins: CoinsPage,
  addresses: AddressesPage,
  'otc-coins': OtcCoinsPage,
  markets: MarketsPage,
  reference: ReferencePage,
  countries: CountriesPage,
  products: ProductsPage,
  referral: ReferralPage,
  articles: ArticlesPage,
  subscriptions: OffersPage,
  sales: SalesPage,
  notices: NoticesPage,
  operators: OperatorsPage,
  own: OwnAccessPage,
};

/** The desk's frame: the sections on the left or behind the menu, what is not normal on top, the page below it. */
export function DeskShell() {
  const { t } = useTranslation('desk');
  const { pathname } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  const isOpen = menuAt === pathname;
  const section = sectionAt(pathname.split('/')[2] ?? '');
  return (
    <div className="desk-frame">
      <a className="desk-skip" href="#desk-content">
        {t('nav.skip')}
      </a>
      <header className="desk-bar">
        <button
          type="button"
          className="desk-menu"
          aria-expanded={isOpen}
          aria-controls="desk-sections"
          onClick={() => setMenuAt(isOpen ? null : pathname)}
        >
          <IconMenu2 size={20} aria-hidden />
          <span>{t('nav.menu')}</span>
        </button>
        <span className="desk-bar-title">{section ? t(`nav.${section.name}`) : t('title')}</span>
      </header>
      <Sections isOpen={isOpen} />
      <main className="desk-main" id="desk-content" tabIndex={-1}>
        <State />
        <Routes>
          {Object.entries(PAGES).map(([path, Page]) => (
            <Route
              key={path}
              path={path === '' ? '' : `${path}/:id?`}
              element={<Allowed path={path}>{<Page />}</Allowed>}
            />
          ))}
          <Route path="*" element={<EmptyState text={t('nav.missing')} />} />
        </Routes>
      </main>
    </div>
  );
}

function Allowed({ path, children }: { path: string; children: ReactNode }) {
  const { t } = useTranslation('desk');
  const section = sectionAt(path);
  const isAllowed = useCan(...(section?.roles ?? []));
  return isAllowed ? children : <EmptyState text={t('nav.forbidden')} />;
}

function Sections({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation('desk');
  const { operator } = useOperator();
  const mayFind = useMayFind();
  const waiting = useDeskQuery<QueuesView>('queues', {}, { poll: true }).data?.queues ?? [];
  const mayOpen = ({ roles }: Section) => roles.length === 0 || roles.some((role) => operator.roles.includes(role));
  const countOf = ({ queues = [] }: Section) =>
    waiting.filter(({ kind }) => queues.includes(kind)).reduce((sum, queue) => sum + queue.waiting, 0);
  const groups = SECTIONS.map(({ title, sections }) => ({ title, sections: sections.filter(mayOpen) }));
  return (
    <nav className="desk-nav" id="desk-sections" aria-label={t('nav.label')} data-open={isOpen || undefined}>
      <p className="desk-nav-name">
        <strong>{operator.login}</strong>
        <span>{operator.roles.map((role) => t(`roles.${role}`)).join(', ')}</span>
      </p>
      {mayFind && <FindBox />}
      {groups
        .filter(({ sections }) => sections.length > 0)
        .map(({ title, sections }) => (
          <div key={title} className="desk-nav-group">
            <h2>{t(`nav.${title}`)}</h2>
            <ul>
              {sections.map((section) => (
                <li key={section.path}>
                  <NavLink to={`/ops/${section.path}`} end={section.path === ''}>
                    <span>{t(`nav.${section.name}`)}</span>
                    <Count count={countOf(section)} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      <p className="desk-zone">{t('common.zone', { zone: zoneName() })}</p>
    </nav>
  );
}

function Count({ count }: { count: number }) {
  const { t } = useTranslation('desk');
  if (count === 0) return null;
  return (
    <span className="desk-count numbers">
      <span aria-hidden>{count}</span>
      <span className="desk-hidden">{t('nav.waiting', { count })}</span>
    </span>
  );
}

/** Every administrator is told, on whatever page, for as long as it can be stopped. */
function Announced() {
  const { t } = useTranslation('desk');
  const isAdministrator = useCan('administrator');
  const { data } = useDeskQuery<QueuesView>('queues', {}, { poll: true });
  const count = data?.queues.find(({ kind }) => kind === 'announced')?.waiting ?? 0;
  if (!isAdministrator || count === 0) return null;
  return (
    <p className="desk-strip" data-tone="wait">
      {t('announced.strip', { count })} <Link to="/ops/announced">{t('announced.look')}</Link>
    </p>
  );
}

/** What is not normal: a book is stopped, or nobody seems to be here. */
function State() {
  const { t } = useTranslation('desk');
  const awake = useAwake();
  const { data } = useDeskQuery<BooksView>('books', {}, { poll: true });
  return (
    <div role="status">
      {BOOKS.filter((book) => data?.trading[book].mode === 'cancel-only').map((book) => (
        <p key={book} className="desk-strip" data-tone="bad">
          <strong>
            {t(`books.${book}`)}: {t('books.cancelOnly')}
          </strong>{' '}
          {data && <StopCause mode={data.trading[book]} />}
        </p>
      ))}
      <Announced />
      {!awake && (
        <p className="desk-strip" data-tone="wait">
          {t('common.paused')}
        </p>
      )}
    </div>
  );
}
