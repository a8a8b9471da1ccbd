import { ActionIcon } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../platform/preferences';
import { PillChoice } from '../../../../ui/pill-choice';
import { Sheet } from '../../../../ui/sheet';
import { SwitchList, SwitchRow } from '../../../../ui/switch-list';
import { type Indicator, type IndicatorKey, INDICATORS } from '../indicators';
import {
  changeChartSettings,
  CHART_SCALES,
  CHART_TYPES,
  isInPane,
  PANES_MOST,
  panesOf,
  useChartSettings,
  withIndicator,
  withSettings,
} from './chart-settings';
import styles from './chart-sheet.module.css';
import { IndicatorForm } from './indicator-form';
import { settingText } from './setting-text';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** How prices are drawn, by which scale, and which indicators stand over and below them. */
export function ChartSheet({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const settings = useChartSettings();
  const [setting, setSetting] = useState<IndicatorKey | null>(null);
  const own = settings.indicators.find(({ key }) => key === setting);
  return (
    <>
      <Sheet title={t('charting.title')} opened={opened} onClose={onClose} tall>
        <div className={styles.choices}>
          <PillChoice
            legend={t('charting.type')}
            choices={CHART_TYPES.map((key) => ({ key, label: t(`charting.types.${key}`) }))}
            chosen={settings.type}
            onChoose={(type) => changeChartSettings({ ...settings, type })}
          />
          {settings.type === 'heikin-ashi' && <p className={styles.means}>{t('charting.averagesText')}</p>}
          <PillChoice
            legend={t('charting.scale')}
            choices={CHART_SCALES.map((key) => ({ key, label: t(`charting.scales.${key}`) }))}
            chosen={settings.scale}
            onChoose={(scale) => changeChartSettings({ ...settings, scale })}
          />
        </div>
        <Indicators place="price" onSet={setSetting} />
        <Indicators place="pane" onSet={setSetting} />
        <p className={styles.note}>{t('charting.indicatorsText')}</p>
      </Sheet>
      <Sheet
        title={setting === null ? '' : t(`charting.names.${setting}`)}
        opened={own !== undefined}
        onClose={() => setSetting(null)}
      >
        {own && (
          <IndicatorForm
            chosen={own}
            onSave={(values) => {
              changeChartSettings(withSettings(settings, own.key, values));
              setSetting(null);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function Indicators({ place, onSet }: { place: Indicator['place']; onSet: (key: IndicatorKey) => void }) {
  const { t } = useTranslation();
  const settings = useChartSettings();
  const isFull = place === 'pane' && panesOf(settings) >= PANES_MOST;
  return (
    <SwitchList
      legend={t(`charting.places.${place}`)}
      help={isFull ? t('charting.panesMost', { count: PANES_MOST }) : undefined}
    >
      {INDICATORS.filter((indicator) => indicator.place === place).map(({ key }) => {
        const own = settings.indicators.find((one) => one.key === key);
        return (
          <Row
            key={key}
            indicator={key}
            chosen={own?.settings}
            disabled={!own && isFull && isInPane(key)}
            onChange={(isOn) => changeChartSettings(withIndicator(settings, key, isOn))}
            onSet={() => onSet(key)}
          />
        );
      })}
    </SwitchList>
  );
}

interface RowProps {
  indicator: IndicatorKey;
  /** Undefined: it is off. */
  chosen: Parameters<typeof settingText>[1] | undefined;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  onSet: () => void;
}

function Row({ indicator, chosen, disabled, onChange, onSet }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = t(`charting.names.${indicator}`);
  const short = indicator.toUpperCase();
  return (
    <div className={styles.row}>
      <SwitchRow
        label={name}
        text={chosen ? `${short} ${settingText(indicator, chosen, language)}` : short}
        checked={chosen !== undefined}
        disabled={disabled}
        onChange={onChange}
      />
      {chosen && (
        <ActionIcon size={44} aria-label={t('charting.set', { name })} onClick={onSet}>
          <IconSettings size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
