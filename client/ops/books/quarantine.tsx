import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuarantineList, QuarantineView } from '../../../server/contract/operations';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';

/** Violations that two operators let stand, each with who said so and why. */
export function Quarantine() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<QuarantineList>('books/quarantine', {}, { poll: true });
  return (
    <Panel title={t('books.quarantineTitle')}>
      <Loaded query={query}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className="desk-empty">{t('common.none')}</p>}
            {list.map((standing) => (
              <Standing key={standing.id} standing={standing} />
            ))}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Standing({ standing }: { standing: QuarantineView }) {
  const { t } = useTranslation('desk');
  const { id, invariant, book, details, since, reason, proposedBy, approvedBy } = standing;
  const mayLift = useCan('treasurer', 'administrator');
  return (
    <article className="desk-standing">
      <h3>
        <span className="numbers">{invariant}</span> {t(`books.${book}`)}
      </h3>
      <Facts
        facts={[
          { label: t('books.violation'), value: <code>{JSON.stringify(details)}</code> },
          { label: t('common.reason'), value: reason },
          { label: t('books.since'), value: <When at={since} /> },
          { label: t('books.agreed'), value: `${proposedBy}, ${approvedBy}` },
        ]}
      />
      {mayLift && <Lift id={id} />}
    </article>
  );
}

function Lift({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const [opened, setOpened] = useState(false);
  if (!opened) {
    return (
      <div className="desk-actions">
        <Button size="sm" variant="default" onClick={() => setOpened(true)}>
          {t('books.lift')}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      danger
      action={t('books.lift')}
      help={t('books.liftText')}
      onCancel={() => setOpened(false)}
      send={async (reason) => {
        await deskPost(`books/quarantine/${id}/lift`, { reason });
        toast(t('books.lifted'));
        refreshDesk('books');
      }}
    />
  );
}
