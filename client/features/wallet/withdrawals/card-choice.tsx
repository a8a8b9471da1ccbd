import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PickField } from '../../../ui/pick-field';
import { bankCard, maskNumber } from '../../account/profile';

interface Props {
  error?: string | undefined;
  'data-path'?: string;
}

/** The bound bank card; there is one, so it is not chosen but changed. */
export function CardChoice({ error, 'data-path': path }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery(bankCard);
  const number = data?.bank_account ?? '';
  return (
    <PickField
      label={t('pages.bankCard')}
      value={number === '' ? null : `${data?.bank_name ?? ''} ${maskNumber(number)}`}
      placeholder={data ? t('withdraw.bindCard') : ''}
      error={error}
      onOpen={() => void navigate('/pages/user/address/bank')}
      {...(path === undefined ? {} : { 'data-path': path })}
    />
  );
}
