import { useTranslation } from 'react-i18next';
import type { DeskOfferView, ProposedView } from '../../../server/contract/operations';
import { formatDecimal } from '../../platform/format';
import { useLanguage } from '../../platform/preferences';
import { toast } from '../../ui/toast';
import { deskPost } from '../frame/desk-call';
import { useCan } from '../frame/desk-session';
import { Facts } from '../parts/facts';
import { ListingForm } from '../parts/listing-form';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { ReasonForm } from '../parts/reason-form';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';

/** One new coin: its terms, how its orders stand, and what can be proposed about it. */
export function OfferCase({ id }: { id: string }) {
  const query = useDeskQuery<DeskOfferView>(`subscriptions/${id}`);
  return <Loaded query={query}>{(offer) => <Offer offer={offer} />}</Loaded>;
}

function Offer({ offer }: { offer: DeskOfferView }) {
  const { t } = useTranslation('desk');
  const language = useLanguage();
  const mayPropose = useCan('settings', 'treasurer') && offer.status === 'open';
  const amount = (value: string, unit: string) => `${formatDecimal(value, language)} ${unit}`;
  const coins = (value: string) => amount(value, offer.coinCode);
  return (
    <article className="desk-case">
      <div className="desk-head">
        <h2>
          {offer.coinName} ({offer.coinCode})
        </h2>
        <span className="desk-note">{t(`subscription.${offer.status}`)}</span>
      </div>
      <Facts
        facts={[
          { label: t('subscription.price'), value: amount(offer.price, offer.paymentCurrency) },
          { label: t('subscription.total'), value: t('subscription.left', { left: offer.left, total: offer.total }) },
          { label: t('subscription.minimum'), value: coins(offer.minimum) },
          { label: t('subscription.maximum'), value: coins(offer.maximum) },
          { label: t('subscription.lockDays'), value: String(offer.lockDays) },
          { label: t('subscription.yieldRatio'), value: offer.yieldRatio },
          { label: t('subscription.yieldSource'), value: offer.yieldSource ?? t('subscription.noSource') },
          { label: t('subscription.startsAt'), value: <When at={offer.startsAt} /> },
          { label: t('subscription.endsAt'), value: <When at={offer.endsAt} /> },
          { label: t('subscription.launchesAt'), value: <When at={offer.launchesAt} /> },
          { label: t('subscription.deadlineAt'), value: <When at={offer.deadlineAt} /> },
          { label: t('subscription.launched'), value: offer.launchedAt !== null && <When at={offer.launchedAt} /> },
          { label: t('subscription.cancelled'), value: offer.cancelledAt !== null && <When at={offer.cancelledAt} /> },
          { label: t('subscription.market'), value: offer.market },
          { label: t('subscription.issuer'), value: offer.issuer },
        ]}
      />
      <Panel title={t('subscription.orders')}>
        <Facts
          facts={offer.figures.map(({ state, orders, coins: held, cost }) => ({
            label: t(`subscription.orderState.${state}`),
            value: `${orders} · ${coins(held)} · ${amount(cost, offer.paymentCurrency)}`,
          }))}
        />
      </Panel>
      {offer.texts.map(({ language: spoken, introduction, rules }) => (
        <Panel key={spoken} title={`${t('subscription.texts')}: ${spoken}`}>
          <pre className="desk-pre">{`${introduction}\n\n${rules}`}</pre>
        </Panel>
      ))}
      {mayPropose && (
        <>
          <Launch id={offer.id} />
          <Cancel id={offer.id} />
        </>
      )}
    </article>
  );
}

function useProposed(id: number) {
  const { t } = useTranslation('desk');
  return () => {
    toast(t('subscription.proposed'));
    refreshDesk('proposals', 'queues', `subscriptions/${id}`);
  };
}

function Launch({ id }: { id: number }) {
  const { t } = useTranslation('desk');
  const words = { title: t('subscription.launch'), text: t('subscription.launchText') };
  return <ListingForm path={`subscriptions/${id}/launch`} {...words} onProposed={useProposed(id)} />;
}

function Cancel({ id }: { id: number }) {
  const { t } = useTranslation('desk');
  const done = useProposed(id);
  const send = async (reason: string, key: string) => {
    await deskPost<ProposedView>(`subscriptions/${id}/cancel`, { reason }, key);
    done();
  };
  return (
    <Panel title={t('subscription.cancel')}>
      <p className="desk-note">{t('subscription.cancelText')}</p>
      <ReasonForm action={t('subscription.cancel')} danger send={send} />
    </Panel>
  );
}
