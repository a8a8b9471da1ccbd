import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MaintenanceStepView, PerpetualTermsView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { useCan } from '../frame/desk-session';
import { DeskTable } from '../parts/desk-table';
import { TiersForm } from './tiers-form';

/** A futures product's maintenance table: the one of now, what is proposed, what is announced, and the change by two people. */
export function ProductTiers({ product }: { product: PerpetualTermsView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayPropose = useCan('settings', 'treasurer');
  const [opened, setOpened] = useState(false);
  const { steps, proposedSteps, announcedSteps } = product;
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' });
  const from = announcedSteps?.from ?? null;
  const isFree = proposedSteps === null && announcedSteps === null;
  return (
    <>
      <Steps caption={t('products.steps')} steps={steps} />
      {proposedSteps && <Steps caption={t('products.stepsProposed')} steps={proposedSteps.steps} />}
      {announcedSteps && from !== null && (
        <Steps caption={t('products.stepsAnnounced', { day: day.format(from) })} steps={announcedSteps.steps} />
      )}
      {mayPropose && isFree && !opened && (
        <div className="desk-actions">
          <Button size="sm" variant="default" onClick={() => setOpened(true)}>
            {t('products.stepsChange')}
          </Button>
        </div>
      )}
      {opened && <TiersForm product={product} onClose={() => setOpened(false)} />}
    </>
  );
}

function Steps({ caption, steps }: { caption: string; steps: readonly MaintenanceStepView[] }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  return (
    <details className="desk-fold" open={caption !== t('products.steps')}>
      <summary>{caption}</summary>
      <DeskTable
        caption={caption}
        columns={[
          { head: t('products.floor'), render: ({ floor }) => formatDecimal(floor, language), end: true },
          {
            head: t('products.maintenancePercent'),
            render: ({ maintenancePercent }) => `${formatDecimal(maintenancePercent, language)}%`,
            end: true,
          },
          { head: t('products.maxLeverage'), render: ({ maxLeverage }) => `${maxLeverage}x`, end: true },
        ]}
        rows={steps}
        keyOf={({ floor }) => floor}
      />
    </details>
  );
}
