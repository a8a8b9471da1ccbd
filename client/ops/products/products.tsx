import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductTermsView } from '../../../server/contract/operations';
import { PRODUCT_TERM_KINDS, type ProductTermKind } from '../../../server/contract/rules/product-terms.rules';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { PageHead } from '../parts/panel';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { useDeskQuery } from '../parts/use-desk-query';
import { NewProduct } from './new-product';
import { ProductTermsForm } from './product-terms-form';
import { ProductTiers } from './product-tiers';
import { type OfferedProduct, PLACES, TERM_FIELDS, termOf } from './term-fields';

/** The terms that products are offered on, and the change of them by two people. */
export function ProductsPage() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<ProductTermsView>('products');
  const [kind, setKind] = useState<ProductTermKind>('option');
  const [typed, setTyped] = useState('');
  const isFound = ({ name }: OfferedProduct) => name.toUpperCase().includes(typed.trim().toUpperCase());
  return (
    <div className="desk-page">
      <PageHead title={t('nav.products')} />
      <p className="desk-note">{t('products.text')}</p>
      <div className="desk-filters">
        <SelectField
          label={t('products.kind')}
          value={kind}
          choices={PRODUCT_TERM_KINDS.map((value) => ({ value, label: t(`products.${value}`) }))}
          onChange={(value) => setKind(PRODUCT_TERM_KINDS.find((each) => each === value) ?? 'option')}
        />
        <TypedField label={t('products.name')} value={typed} maxLength={40} onType={setTyped} />
      </div>
      <Loaded query={query} rows={8}>
        {(view) => {
          const products: readonly OfferedProduct[] = view[PLACES[kind]];
          const found = products.filter(isFound);
          return (
            <>
              {(kind === 'option' || kind === 'trust') && <NewProduct key={kind} kind={kind} view={view} />}
              {found.length === 0 && <p className="desk-note">{t('common.none')}</p>}
              {found.map((product) => (
                <Product key={`${kind} ${product.id}`} kind={kind} product={product} />
              ))}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

function Product({ kind, product }: { kind: ProductTermKind; product: OfferedProduct }) {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings', 'treasurer');
  const valueOf = useTermText(product);
  const [opened, setOpened] = useState(false);
  const name = useProductName(product);
  return (
    <article className="desk-panel" aria-label={name}>
      <div className="desk-head">
        <h3>{name}</h3>
      </div>
      <Facts
        facts={[
          { label: t('otc.offered'), value: t(product.enabled ? 'common.yes' : 'common.no') },
          {
            label: t('products.evenBandPercent'),
            value: 'evenBandPercent' in product && `${product.evenBandPercent}%`,
          },
          ...TERM_FIELDS[kind].map((field) => ({ label: t(`products.${field.name}`), value: valueOf(field) })),
        ]}
      />
      {product.proposalId !== null && <p className="desk-note">{t('products.proposed')}</p>}
      {mayPropose && product.proposalId === null && !opened && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setOpened(true)}>
            {t('products.change')}
          </Button>
        </div>
      )}
      {opened && <ProductTermsForm kind={kind} product={product} onClose={() => setOpened(false)} />}
      {'steps' in product && <ProductTiers product={product} />}
    </article>
  );
}

function useProductName(product: OfferedProduct): string {
  const { t } = useTranslation('desk');
  const name = product.name === '*' ? t('products.everyMarket') : product.name;
  if ('seconds' in product) return `${name} · ${t('age.seconds', { count: product.seconds })}`;
  return 'termDays' in product ? `${name} · ${t('age.days', { count: product.termDays })}` : name;
}

function useTermText(product: OfferedProduct) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const currency = 'currency' in product ? ` ${product.currency}` : '';
  return ({ name, as, empty }: (typeof TERM_FIELDS)[ProductTermKind][number]): string => {
    const value = termOf(product, name);
    if (value === null) return empty === undefined ? '–' : t(`products.${empty}`);
    if (Array.isArray(value)) return value.map((leverage) => `${leverage}x`).join(', ');
    const figure = formatDecimal(String(value), language);
    if (as === 'percent') return `${figure}%`;
    return as === 'amount' ? figure + currency : figure;
  };
}
