import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { AddressView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { CallFailed } from '../../../platform/api';
import { failureWords } from '../../../platform/failure-words';
import { AddressText, endsOfAddress } from '../../../ui/address-text';
import { CoinIcon } from '../../../ui/coin-icon';
import { ConfirmSheet } from '../../../ui/confirm-sheet';
import { EmptyState } from '../../../ui/empty-state';
import { ErrorState } from '../../../ui/error-state';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { toast } from '../../../ui/toast';
import { useWireTime } from '../../account/profile';
import { addressesOf, deleteAddress, useReadAgain, withdrawalCoins } from './withdrawals.api';
import styles from './withdrawals.module.css';

const CREATE = '/pages/user/address/create';

interface Entry extends AddressView {
  coin: string;
}

function useBook() {
  const coins = useQuery(withdrawalCoins);
  const books = useQueries({ queries: (coins.data ?? []).map(({ id }) => addressesOf(id)) });
  const failed = [coins, ...books].find(({ error, data }) => error && !data);
  const isReady = coins.data !== undefined && books.every(({ data }) => data !== undefined);
  const entries = (coins.data ?? []).flatMap(({ name }, index) =>
    (books[index]?.data ?? []).map((address): Entry => ({ ...address, coin: name })),
  );
  const again = () => [coins, ...books].forEach(({ refetch }) => void refetch());
  return { error: failed?.error ?? null, isReady, entries, again };
}

/** All addresses of the user's book, with the way to a new one. An address is only deleted after a question. */
export function AddressBook() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { error, isReady, entries, again } = useBook();
  const [asked, setAsked] = useState<Entry | null>(null);
  if (error) return <ErrorState text={failureWords(error, t)} onRetry={again} />;
  if (!isReady) return <CardSkeleton rows={4} />;
  if (entries.length === 0) {
    const action = { label: t('pages.addAddress'), onClick: () => void navigate(CREATE) };
    return <EmptyState text={t('addressBook.empty')} action={action} />;
  }
  return (
    <>
      <ul className={styles.book}>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onDelete={() => setAsked(entry)} />
        ))}
      </ul>
      <div className={styles.foot}>
        <Button fullWidth size="lg" component={Link} to={CREATE} leftSection={<IconPlus size={20} aria-hidden />}>
          {t('pages.addAddress')}
        </Button>
      </div>
      <DeleteAddress entry={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function EntryRow({ entry, onDelete }: { entry: Entry; onDelete: () => void }) {
  const { t } = useTranslation();
  const wireTime = useWireTime();
  const { coin, nettype, notes, address, usable, usable_at: usableAt } = entry;
  return (
    <li className={styles.entry}>
      <CoinIcon code={coin} />
      <div className={styles.entryWords}>
        <p className={styles.entryTitle}>
          {notes === '' ? coin : notes}
          <span className={styles.tag}>{notes === '' ? nettype : `${coin} · ${nettype}`}</span>
        </p>
        <AddressText address={address} />
        {usable === 0 && <p className={styles.wait}>{t('addressBook.usableFrom', { time: wireTime(usableAt) })}</p>}
      </div>
      <ActionIcon aria-label={t('addressBook.deleteOf', { address: endsOfAddress(address).tail })} onClick={onDelete}>
        <IconTrash size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function DeleteAddress({ entry, onClose }: { entry: Entry | null; onClose: () => void }) {
  const { t } = useTranslation();
  const readAgain = useReadAgain();
  const [busy, setBusy] = useState(false);
  const { head, tail } = endsOfAddress(entry?.address ?? '');
  const confirm = async () => {
    if (entry === null || busy) return;
    setBusy(true);
    try {
      await deleteAddress(entry.id);
      toast(t('addressBook.deleted'));
      onClose();
    } catch (failure) {
      if (!(failure instanceof CallFailed)) throw failure;
      toast(failureWords(failure, t));
    } finally {
      readAgain.book();
      setBusy(false);
    }
  };
  return (
    <ConfirmSheet
      opened={entry !== null}
      title={t('addressBook.deleteTitle')}
      text={t('addressBook.deleteText', { coin: entry?.coin ?? '', network: entry?.nettype ?? '', head, tail })}
      action={t('addressBook.delete')}
      busy={busy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
