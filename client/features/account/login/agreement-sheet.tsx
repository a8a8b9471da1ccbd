import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../ui/sheet';
import { Agreement } from './agreement';

/** The agreement over the form that asks for it, so that nothing typed is lost. */
export function AgreementSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet title={t('pages.agreement')} opened={opened} onClose={onClose} tall>
      <Agreement />
    </Sheet>
  );
}
