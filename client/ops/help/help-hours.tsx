import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HelpHoursView } from '../../../server/contract/operations';
import { useLanguage } from '../../platform/preferences';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { TickBox } from '../../ui/tick-box';
import { deskPost } from '../frame/desk-call';
import { Problem } from '../parts/desk-form';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { useAct } from '../parts/use-act';
import { refreshDesk, useDeskQuery } from '../parts/use-desk-query';
import { minuteOf, timeOf } from './day-minute.rules';

const DAYS = [1, 2, 3, 4, 5, 6, 0] as const;
/** A Sunday. */
const SUNDAY = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

/** When somebody is at the help desk. */
export function HelpHours() {
  const { t } = useTranslation('desk');
  const query = useDeskQuery<HelpHoursView>('help-hours');
  return (
    <Panel title={t('help.hours')}>
      <Loaded query={query} rows={2}>
        {(hours) => <Editor key={JSON.stringify(hours)} hours={hours} />}
      </Loaded>
    </Panel>
  );
}

function Editor({ hours }: { hours: HelpHoursView }) {
  const { t } = useTranslation('desk');
  const { busy, problem, run } = useAct();
  const [days, setDays] = useState(hours.days);
  const [from, setFrom] = useState(timeOf(hours.opensAt));
  const [until, setUntil] = useState(timeOf(hours.closesAt));
  const format = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' });
  const [opensAt, closesAt] = [minuteOf(from), minuteOf(until)];
  const save = async () => {
    await deskPost('help-hours', { days, opensAt, closesAt });
    toast(t('help.saved'));
    refreshDesk('help-hours');
  };
  return (
    <div className="desk-form">
      <p className="desk-note">{t(hours.isOpen ? 'help.openNow' : 'help.closedNow')}</p>
      <fieldset className="desk-days">
        <legend>{t('help.days')}</legend>
        {DAYS.map((day) => (
          <TickBox
            key={day}
            label={format.format(SUNDAY + day * DAY_MS)}
            checked={days.includes(day)}
            onChange={(checked) =>
              setDays((now) =>
                checked ? [...now, day].sort((one, other) => one - other) : now.filter((one) => one !== day),
              )
            }
          />
        ))}
      </fieldset>
      <TextField
        className="desk-field"
        label={t('help.from')}
        value={from}
        maxLength={5}
        placeholder="09:00"
        onChange={({ currentTarget }) => setFrom(currentTarget.value)}
      />
      <TextField
        className="desk-field"
        label={t('help.until')}
        value={until}
        maxLength={5}
        placeholder="24:00"
        onChange={({ currentTarget }) => setUntil(currentTarget.value)}
      />
      <Problem text={problem} />
      <div className="desk-actions">
        <Button size="sm" loading={busy} disabled={opensAt === null || closesAt === null} onClick={() => run(save)}>
          {t('help.save')}
        </Button>
      </div>
    </div>
  );
}
