import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewApiKeyView } from '../../../../server/contract/account/api-keys.dto';
import { CopyButton } from '../../../ui/copy-button';
import { FormIntro } from '../../../ui/form';
import styles from './api-keys.module.css';

/** The secret, which is shown here and nowhere else. */
export function NewApiKey({ made, onDone }: { made: NewApiKeyView; onDone: () => void }) {
  const { t } = useTranslation();
  const hasSecret = made.secret !== '';
  return (
    <>
      <FormIntro title={t('apiKeys.madeTitle')} text={t(hasSecret ? 'apiKeys.secretText' : 'apiKeys.publicText')} />
      <div className={styles.values}>
        <Value label={t('apiKeys.key')} text={made.key} />
        {hasSecret && <Value label={t('apiKeys.secret')} text={made.secret} />}
      </div>
      <div className={styles.actions}>
        <Button size="lg" fullWidth onClick={onDone}>
          {t('apiKeys.saved')}
        </Button>
      </div>
    </>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <div className={styles.key}>
        <code>{text}</code>
        <CopyButton text={text} label={label} />
      </div>
    </div>
  );
}
