import { useTranslation } from 'react-i18next';
import { switchOneTap, useOneTap } from '../../../platform/one-tap';
import { switchOrderKeys, useOrderKeys } from '../../../platform/order-keys';
import { changePreferences, type DirectionColours, usePreferences } from '../../../platform/preferences';
import { ChangePill } from '../../../ui/change-pill';
import { ChoiceList } from '../../../ui/choice-list';
import { SwitchList, SwitchRow } from '../../../ui/switch-list';

const HABIT = 'habit';

/** Colours of gain and loss: the language's habit, either of the two, or a pair for colour-blind eyes. */
export function ChooseDirectionColours() {
  const { t } = useTranslation();
  const { directionColours } = usePreferences();
  const choices: { key: DirectionColours | typeof HABIT; label: string }[] = [
    { key: HABIT, label: t('settings.byLanguage') },
    { key: 'red-up', label: t('settings.redUp') },
    { key: 'green-up', label: t('settings.greenUp') },
    { key: 'blue-orange', label: t('settings.blueOrange') },
  ];
  return (
    <ChoiceList
      legend={t('settings.colours')}
      help={
        <>
          <ChangePill change="1.25" plain /> <ChangePill change="-1.25" plain /> {t('settings.coloursText')}
        </>
      }
      name="colours"
      choices={choices}
      chosen={directionColours ?? HABIT}
      onChoose={(key) => changePreferences({ directionColours: key === HABIT ? null : key })}
    />
  );
}

export function ChooseAppearance() {
  const { t } = useTranslation();
  const { appearance } = usePreferences();
  return (
    <ChoiceList
      legend={t('settings.appearance')}
      name="appearance"
      choices={(['dark', 'light'] as const).map((key) => ({ key, label: t(`settings.${key}`) }))}
      chosen={appearance}
      onChoose={(next) => changePreferences({ appearance: next })}
    />
  );
}

/** The tab bar's two readings. */
export function ChooseTabBar() {
  const { t } = useTranslation();
  const { tabs } = usePreferences();
  return (
    <ChoiceList
      legend={t('settings.tabBar')}
      name="tabs"
      choices={(['six', 'three'] as const).map((key) => ({ key, label: t(`settings.${key}Tabs`) }))}
      chosen={tabs}
      onChoose={(next) => changePreferences({ tabs: next })}
    />
  );
}

/** Order entry by keyboard: off until somebody asks for it, as a key that is pressed by mistake must do nothing. */
export function ChooseOrderKeys() {
  const { t } = useTranslation();
  const isOn = useOrderKeys();
  return (
    <SwitchList legend={t('settings.keyboard')}>
      <SwitchRow
        label={t('settings.orderKeys')}
        text={t('settings.orderKeysText')}
        checked={isOn}
        onChange={switchOrderKeys}
      />
    </SwitchList>
  );
}

/** Orders without a confirmation: off until their user asks for it, in each browser. */
export function ChooseOneTap() {
  const { t } = useTranslation();
  const isOn = useOneTap();
  return (
    <SwitchList legend={t('settings.orders')}>
      <SwitchRow label={t('settings.oneTap')} text={t('settings.oneTapText')} checked={isOn} onChange={switchOneTap} />
    </SwitchList>
  );
}
