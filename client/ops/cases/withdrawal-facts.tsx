import { useTranslation } from 'react-i18next';
import type { WithdrawalCaseView } from '../../../server/contract/operations';
import { endsOfAddress } from '../../ui/address-text';
import { CopyButton } from '../../ui/copy-button';
import { MoneyText } from '../../ui/money-text';
import { Facts } from '../parts/facts';
import { When } from '../parts/when';
import { HashText } from './hash-row';

/** What is to be paid, to whom, and by which transaction it was. */
export function WithdrawalFacts({ withdrawal }: { withdrawal: WithdrawalCaseView }) {
  const { t } = useTranslation('desk');
  const { coin, network, address, hash, holder, bank } = withdrawal;
  const isCard = holder !== null;
  const transaction = t(isCard ? 'withdrawal.transactionBank' : 'withdrawal.transaction');
  return (
    <Facts
      facts={[
        {
          label: t('withdrawal.payout'),
          value: (
            <strong>
              <MoneyText value={withdrawal.payout} unit={coin} />
            </strong>
          ),
        },
        { label: t('withdrawal.amount'), value: <MoneyText value={withdrawal.amount} unit={coin} /> },
        { label: t('withdrawal.fee'), value: <MoneyText value={withdrawal.fee} unit={coin} /> },
        { label: t('deposit.network'), value: network },
        { label: t(isCard ? 'withdrawal.card' : 'withdrawal.address'), value: <Address address={address} /> },
        { label: t('withdrawal.holder'), value: holder },
        { label: t('withdrawal.verifiedName'), value: withdrawal.verifiedName },
        { label: t('withdrawal.bank'), value: bank },
        { label: t('withdrawal.remark'), value: withdrawal.remark },
        { label: t('common.reason'), value: withdrawal.reason },
        {
          label: transaction,
          value: hash && <HashText network={network} hash={hash} label={transaction} />,
        },
        { label: t('withdrawal.requested'), value: <When at={withdrawal.createdAt} /> },
      ]}
    />
  );
}

/** The whole address, and its ends once more in large letters: they are what people compare. */
function Address({ address }: { address: string }) {
  const { t } = useTranslation('desk');
  const { head, tail } = endsOfAddress(address);
  return (
    <>
      <span className="desk-code">
        <code>{address}</code>
        <CopyButton text={address} label={t('withdrawal.address')} />
      </span>
      {tail !== '' && (
        <span className="desk-ends">
          <span className="desk-dim">{t('withdrawal.ends')}</span>
          <code dir="ltr">
            {head} … {tail}
          </code>
        </span>
      )}
    </>
  );
}
