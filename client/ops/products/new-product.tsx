import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductTermsView } from '../../../server/contract/operations';
import { useCan } from '../frame/desk-session';
import { NewOptionForm } from './new-option-form';
import { NewTrustForm } from './new-trust-form';

/** Of which kinds there can be more. Pairs and futures come with markets, which have prices to be fed. */
const FORMS = { option: NewOptionForm, trust: NewTrustForm };

/** A product that is not there yet, proposed to a second person. */
export function NewProduct({ kind, view }: { kind: keyof typeof FORMS; view: ProductTermsView }) {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings', 'treasurer');
  const [opened, setOpened] = useState(false);
  const Form = FORMS[kind];
  if (!mayPropose) return null;
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {t('products.create')}
        </Button>
      </div>
    );
  }
  return (
    <section className="desk-panel" aria-label={t('products.create')}>
      <div className="desk-head">
        <h3>{t('products.create')}</h3>
      </div>
      <Form view={view} onClose={() => setOpened(false)} />
    </section>
  );
}
