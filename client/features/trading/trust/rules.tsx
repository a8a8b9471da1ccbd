import { useTranslation } from 'react-i18next';
import { redeem, type TrustTerms } from '../../../../server/contract/rules/trust.rules';
import { formatDecimal } from '../../../platform/format';
import { useLanguage } from '../../../platform/preferences';
import { percentOf, percentText } from './rates';
import { planOf } from './term';
import pageStyles from './trust-page.module.css';

const SECTIONS = ['lock', 'interest', 'end', 'spot'] as const;
const RULES = ['none', 'forfeit-interest', 'discounted-rate', 'fixed-fee', 'remaining-days'] as const;
const UNIT = 'USDT';

/** The specification's examples, section 9. The figures are worked out by the rules that the server books with. */
const INTEREST: TrustTerms = {
  principal: '10000',
  dailyRatio: '0.004',
  termDays: 15,
  redemptionRule: 'none',
  redemptionRatio: '0',
  penaltyCapped: false,
  scale: 8,
};
const BY_DAYS: TrustTerms = {
  ...INTEREST,
  principal: '1000',
  redemptionRule: 'remaining-days',
  redemptionRatio: '0.004',
};
const BY_FEE: TrustTerms = { ...BY_DAYS, redemptionRule: 'fixed-fee', redemptionRatio: '1.5' };
const DAYS_LEFT = 3;
const ACCRUED = BY_DAYS.termDays - DAYS_LEFT;
const ANY_DAY = '2026-01-01';

/** How custody and redemption work, with worked examples. */
export function TrustRules() {
  const { t } = useTranslation();
  const language = useLanguage();
  const money = (amount: string | undefined) => `${formatDecimal(amount ?? null, language)} ${UNIT}`;
  const percent = percentText(percentOf(INTEREST.dailyRatio), language);
  const plan = planOf(INTEREST, ANY_DAY);
  const byDays = redeem(BY_DAYS, ACCRUED);
  const byFee = redeem(BY_FEE, ACCRUED);
  return (
    <article className={pageStyles.article}>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{t(`trust.custodyRules.${section}.title`)}</h2>
          <p>{t(`trust.custodyRules.${section}.text`)}</p>
        </section>
      ))}
      <Example
        title={t('trust.exampleInterest.title')}
        text={t('trust.exampleInterest.text', {
          amount: money(INTEREST.principal),
          percent,
          days: INTEREST.termDays,
          daily: money(plan.daily),
          total: money(plan.total),
        })}
      />
      <section>
        <h2>{t('trust.early')}</h2>
        <ul>
          {RULES.map((rule) => (
            <li key={rule}>
              <b>{t(`trust.ruleShort.${rule}`)}</b>
              <p>{t(`trust.ruleText.${rule}`, { percent: 'x%', ratio: 'x' })}</p>
            </li>
          ))}
        </ul>
        <p>{t('trust.penaltyRules')}</p>
      </section>
      <Example
        title={t('trust.exampleDays.title')}
        text={t('trust.exampleDays.text', {
          amount: money(BY_DAYS.principal),
          percent,
          days: DAYS_LEFT,
          penalty: money(byDays?.penalty),
          returned: money(byDays?.returned),
        })}
      />
      <Example
        title={t('trust.exampleFee.title')}
        text={t('trust.exampleFee.text', {
          amount: money(BY_FEE.principal),
          percent,
          ratio: formatDecimal(BY_FEE.redemptionRatio, language),
          daily: money(planOf(BY_FEE, ANY_DAY).daily),
          penalty: money(byFee?.penalty),
          returned: money(byFee?.returned),
        })}
      />
    </article>
  );
}

function Example({ title, text }: { title: string; text: string }) {
  return (
    <section data-example>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}
