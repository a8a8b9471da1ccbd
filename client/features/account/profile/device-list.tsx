import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionView } from '../../../../server/contract/account/account-security.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { devices, endDevice } from './account.api';
import styles from './device-list.module.css';
import { useWireTime } from './wire-time';

/** Everything that is logged in with the account; whatever is not this device can be logged out. */
export function DeviceList() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(devices);
  const [asked, setAsked] = useState<SessionView | null>(null);
  const [busy, setBusy] = useState(false);
  if (error && !data) return <ErrorState text={failureWords(error, t)} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={3} />;
  const end = async ({ id }: SessionView) => {
    setBusy(true);
    try {
      await endDevice(id);
      toast(t('devices.ended'));
      await queries.invalidateQueries({ queryKey: devices.queryKey });
      setAsked(null);
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <ul className={styles.list}>
        {data.map((device) => (
          <Device key={device.id} device={device} onEnd={() => setAsked(device)} />
        ))}
      </ul>
      <ConfirmSheet
        opened={asked !== null}
        title={t('devices.question', { device: asked?.device ?? '' })}
        action={t('devices.logOut')}
        busy={busy}
        onConfirm={() => asked && void end(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

function Device({ device, onEnd }: { device: SessionView; onEnd: () => void }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const current = device.current === 1;
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name}>
          {device.device}
          {current && <span className={styles.current}>{t('devices.current')}</span>}
        </p>
        <p className={styles.small}>
          {device.ip}
          {device.method === 'wallet' && ` · ${t('devices.byWallet')}`}
          {device.method === 'passkey' && ` · ${t('devices.byPasskey')}`}
        </p>
        <p className={styles.small}>{t('devices.lastUsed', { time: wireTime(device.last_used_at) })}</p>
      </div>
      {!current && (
        <Button variant="default" size="sm" className={styles.end ?? ''} onClick={onEnd}>
          {t('devices.logOut')}
        </Button>
      )}
    </li>
  );
}
