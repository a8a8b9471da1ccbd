import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { AddressView } from '../../../../server/contract/wallet/wallet-withdrawals.dto';
import { AddressText } from '../../../ui/address-text';
import { EmptyState } from '../../../ui/empty-state';
import { PickField } from '../../../ui/pick-field';
import { Sheet } from '../../../ui/sheet';
import { useWireTime } from '../../account/profile';
import styles from './withdrawals.module.css';

interface Props {
  /** Those of the chosen coin and network; undefined while they are on their way. */
  addresses: AddressView[] | undefined;
  chosen: AddressView | null;
  onChoose: (id: string) => void;
  /** Where an address for this coin and network is added. */
  addPath: string;
  error?: string | undefined;
  'data-path'?: string;
}

/** An address of the own book. New ones wait: they are shown with the time from which they can be used. */
export function AddressChoice({ addresses, chosen, onChoose, addPath, error, 'data-path': path }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const wireTime = useWireTime();
  return (
    <>
      <PickField
        label={t('withdraw.address')}
        value={chosen && <ChosenAddress entry={chosen} />}
        placeholder={t(addresses?.length === 0 ? 'withdraw.noAddress' : 'withdraw.chooseAddress')}
        error={error}
        onOpen={() => setOpened(true)}
        {...(path === undefined ? {} : { 'data-path': path })}
      />
      <Sheet title={t('withdraw.address')} opened={opened} onClose={() => setOpened(false)}>
        <div className={styles.sheet}>
          {addresses?.length === 0 && <EmptyState text={t('withdraw.noAddressText')} />}
          {addresses?.map((entry) => (
            <button
              key={entry.id}
              type="button"
              className={styles.entry}
              disabled={entry.usable === 0}
              aria-current={entry.id === chosen?.id || undefined}
              onClick={() => {
                onChoose(entry.id);
                setOpened(false);
              }}
            >
              <span className={styles.tag}>{entry.nettype}</span>
              <span className={styles.entryWords}>
                {entry.notes !== '' && <span className={styles.card}>{entry.notes}</span>}
                <AddressText address={entry.address} />
                {entry.usable === 0 && (
                  <span className={`${styles.wait} ${styles.card}`}>
                    {t('addressBook.usableFrom', { time: wireTime(entry.usable_at) })}
                  </span>
                )}
              </span>
              {entry.id === chosen?.id ? <IconCheck size={18} aria-hidden /> : <span />}
            </button>
          ))}
          <Button
            variant="light"
            size="md"
            mt={8}
            component={Link}
            to={addPath}
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('pages.addAddress')}
          </Button>
        </div>
      </Sheet>
    </>
  );
}

function ChosenAddress({ entry: { notes, address } }: { entry: AddressView }) {
  return (
    <>
      {notes !== '' && <span className={styles.card}>{notes}</span>}
      <AddressText address={address} />
    </>
  );
}
