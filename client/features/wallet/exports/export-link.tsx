import { ActionIcon } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ExportListName } from '../../../../server/contract/wallet/exports.dto';

/** Leads from a list to where it is saved as a file. */
export function ExportLink({ list }: { list: ExportListName }) {
  const { t } = useTranslation();
  return (
    <ActionIcon component={Link} to={`/pages/assets/export?list=${list}`} aria-label={t('wallet.saveFile')}>
      <IconDownload size={22} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
