import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceLinkView } from '../../../server/contract/operations';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { SelectField } from '../parts/select-field';
import { TypedField } from '../parts/typed-field';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { CoverField } from './picture-field';

/** Where users are led for help and over-the-counter trading. */
export function ServiceLinks() {
  const { t } = useTranslation('desk');
  const mayPropose = useCan('settings');
  const query = useDeskQuery<ServiceLinkView[]>('service-links');
  return (
    <Panel title={t('news.links')}>
      <Loaded query={query}>
        {(links) => <Facts facts={links.map(({ link, url }) => ({ label: t(`news.${link}`), value: url || '–' }))} />}
      </Loaded>
      {mayPropose && <Propose />}
    </Panel>
  );
}

function Propose() {
  const { t } = useTranslation('desk');
  const [link, setLink] = useState<ServiceLinkView['link']>('customer');
  const [url, setUrl] = useState('');
  const [cover, setCover] = useState('');
  const send = async (reason: string, key: string) => {
    await deskPost('service-links', { link, url: url.trim(), reason, ...(cover === '' ? {} : { cover }) }, key);
    toast(t('news.proposed'));
    refreshDesk('proposals', 'queues');
    setUrl('');
    setCover('');
  };
  return (
    <ReasonForm action={t('news.propose')} send={send} content={`${link} ${url} ${cover}`} disabled={url.trim() === ''}>
      <SelectField
        label={t('news.links')}
        value={link}
        onChange={(value) => setLink(value === 'otc' ? 'otc' : 'customer')}
        choices={(['customer', 'otc'] as const).map((value) => ({ value, label: t(`news.${value}`) }))}
      />
      <TypedField label={t('news.url')} help={t('news.linkHelp')} value={url} maxLength={500} onType={setUrl} />
      <CoverField cover={cover} onChange={setCover} />
    </ReasonForm>
  );
}
