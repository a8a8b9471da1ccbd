import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ChatRoom, RealMoneyOnly } from '../../features/trading/otc';
import { Column } from '../../ui/column';
import { PageHeader } from '../../ui/page-header';

export default function OtcChatPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return (
    <>
      <PageHeader followed title={t('otc.chat')} back />
      <Column>
        <RealMoneyOnly>
          <ChatRoom key={id} id={id} />
        </RealMoneyOnly>
      </Column>
    </>
  );
}
