import { useTranslation } from 'react-i18next';
import { PRODUCT_WORDS } from '../../../server/contract/languages/products';
import type { CountryRulesView, CountryRuleView } from '../../../server/contract/operations';
import { EVERY_COUNTRY } from '../../../server/contract/rules/country-rules.rules';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { useCountryWord } from '../parts/country-word';
import { DeskTable } from '../parts/desk-table';
import { Loaded } from '../parts/loaded';
import { PageHead, Panel } from '../parts/panel';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { CountryRuleForm } from './country-rule-form';
import { STATE_WORDS } from './state-words';

/** What is offered in which country, and the change of it by two people. */
export function CountriesPage() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<CountryRulesView>('reference/countries');
  const mayPropose = useCan('settings');
  return (
    <div className="desk-page">
      <PageHead title={t('nav.countries')} />
      <Loaded query={query} rows={8}>
        {({ rules, changes }) => (
          <>
            <Panel title={t('countries.rules')}>
              <p className="desk-note">{t('countries.text')}</p>
              <Rules caption={t('countries.rules')} rules={rules} />
              {!rules.some(({ country }) => country !== EVERY_COUNTRY) && (
                <p className="desk-note">{t('countries.none')}</p>
              )}
              {mayPropose && <CountryRuleForm />}
            </Panel>
            <Panel title={t('countries.changes')}>
              <Rules caption={t('countries.changes')} rules={changes} />
            </Panel>
          </>
        )}
      </Loaded>
    </div>
  );
}

function Rules({ caption, rules }: { caption: string; rules: CountryRuleView[] }) {
  const { t } = useTranslation('desk');
  const words = PRODUCT_WORDS[useLanguage()];
  const nameOf = useCountryWord();
  return (
    <DeskTable
      caption={caption}
      columns={[
        {
          head: t('countries.country'),
          render: ({ country }) =>
            country === EVERY_COUNTRY ? t('countries.everywhere') : `${nameOf(country) ?? ''} (${country})`,
        },
        { head: t('countries.product'), render: ({ product }) => words[product] },
        {
          head: t('countries.state'),
          render: ({ state }) => t(state === null ? 'countries.inherited' : STATE_WORDS[state]),
        },
        {
          head: t('countries.leverage'),
          end: true,
          render: ({ leverageMax }) => (leverageMax === null ? '–' : `${leverageMax}x`),
        },
        { head: t('countries.decidedAt'), render: ({ decidedAt }) => <When at={decidedAt} /> },
      ]}
      rows={rules}
      keyOf={({ id }) => id}
    />
  );
}
