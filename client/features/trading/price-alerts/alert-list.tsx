import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { StatePill } from '../../../ui/state-pill';
import { toast } from '../../../ui/toast';
import { useMoment } from '../../../ui/use-moment';
import { useAccountEvents } from '../../../platform/use-account-events';
import { useRefresh } from '../../../platform/use-refresh';
import { PagedList } from '../../account/profile';
import {
  type AlertAct,
  type AlertList,
  ALERTS_KEY,
  changeAlert,
  type ListedAlert,
  readAlerts,
} from './price-alerts.api';
import styles from './price-alerts.module.css';
import { useAlertWords } from './use-alert-words';

interface Props {
  state: AlertList;
  onEdit: (alert: ListedAlert) => void;
}

/** The user's alerts, the newest first; one that goes off moves while the page is open. */
export function AlertsOf({ state, onEdit }: Props) {
  const { t } = useTranslation();
  useAccountEvents('notice', useRefresh(ALERTS_KEY));
  return (
    <PagedList
      key={state}
      queryKey={[...ALERTS_KEY, state]}
      read={readAlerts(state)}
      empty={t(state === 'done' ? 'alerts.noneDone' : 'alerts.none')}
    >
      {(alert) => <Alert alert={alert} onEdit={() => onEdit(alert)} />}
    </PagedList>
  );
}

function Alert({ alert, onEdit }: { alert: ListedAlert; onEdit: () => void }) {
  const { t } = useTranslation();
  const { lineOf, marketOf, repeatOf, lastOf } = useAlertWords();
  const moment = useMoment();
  const facts = [repeatOf(alert), ...(alert.source === null ? [] : [t(`alerts.sources.${alert.source}`)])];
  return (
    <article className={styles.alert} aria-label={t('alerts.of', { symbol: marketOf(alert), what: lineOf(alert) })}>
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.market}>{marketOf(alert)}</span>
          {alert.state === 'paused' && <StatePill tone="off" text={t('alerts.paused')} />}
        </p>
        <p className={styles.line}>{lineOf(alert)}</p>
        <p className={styles.small}>{facts.join(' · ')}</p>
        {alert.note !== '' && <p className={styles.note}>{alert.note}</p>}
        {alert.last_at !== null && (
          <p className={styles.small}>
            {t('alerts.goneOff', { count: alert.times })} ·{' '}
            {t('alerts.last', { at: moment(alert.last_at), figure: lastOf(alert) })}
          </p>
        )}
      </div>
      <Acts alert={alert} onEdit={onEdit} />
    </article>
  );
}

function Acts({ alert, onEdit }: { alert: ListedAlert; onEdit: () => void }) {
  const { t } = useTranslation();
  const { lineOf, marketOf } = useAlertWords();
  const [busy, setBusy] = useState<AlertAct | null>(null);
  const [asking, setAsking] = useState(false);
  const refresh = useRefresh(ALERTS_KEY);
  const named = (act: string) => `${act}: ${marketOf(alert)}, ${lineOf(alert)}`;
  const run = async (act: AlertAct) => {
    setBusy(act);
    const done = await changeAlert(act, alert.id).then(
      () => true,
      () => false,
    );
    setBusy(null);
    setAsking(false);
    if (done && act === 'delete') toast(t('alerts.removed'));
    refresh();
  };
  const turn = alert.state === 'paused' ? 'resume' : 'pause';
  const Turn = turn === 'resume' ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className={styles.acts}>
      {alert.state !== 'done' && (
        <ActionIcon
          size={44}
          aria-label={named(t(`alerts.${turn}`))}
          loading={busy === turn}
          onClick={() => void run(turn)}
        >
          <Turn size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        size={44}
        aria-label={named(t(alert.state === 'done' ? 'alerts.again' : 'alerts.edit'))}
        onClick={onEdit}
      >
        <IconPencil size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon size={44} aria-label={named(t('alerts.remove'))} onClick={() => setAsking(true)}>
        <IconTrash size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ConfirmSheet
        opened={asking}
        title={`${marketOf(alert)} · ${lineOf(alert)}`}
        text={t('alerts.removeText')}
        action={t('alerts.remove')}
        busy={busy === 'delete'}
        onConfirm={() => void run('delete')}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
