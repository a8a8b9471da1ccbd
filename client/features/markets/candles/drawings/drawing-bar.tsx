import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconBaselineDensityMedium,
  IconLetterT,
  IconLine,
  IconMinus,
  IconRectangle,
  IconTrash,
  IconTrashX,
  IconX,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { DRAWING_TOOLS, type DrawingTool } from './drawing';
import styles from './drawing-bar.module.css';
import type { DrawingDesk } from './drawing-desk';

const ICONS: Record<DrawingTool, ComponentType<{ size: number; stroke: number }>> = {
  trend: IconLine,
  ray: IconArrowUpRight,
  horizontal: IconMinus,
  rectangle: IconRectangle,
  fibonacci: IconBaselineDensityMedium,
  text: IconLetterT,
};

/** The tools to draw with, in the place of the bar's figures while they are used. */
export function DrawingBar({ desk, onClose }: { desk: DrawingDesk; onClose: () => void }) {
  const { t } = useTranslation();
  const { isOpen, tool, selected, count, canUndo } = useSyncExternalStore(desk.subscribe, desk.state);
  if (!isOpen) return null;
  const acts = [
    { key: 'remove', Icon: IconTrash, isOff: selected === null, act: () => desk.removeSelected() },
    { key: 'removeAll', Icon: IconTrashX, isOff: count === 0, act: () => desk.removeAll() },
    { key: 'undo', Icon: IconArrowBackUp, isOff: !canUndo, act: () => desk.undo() },
  ] as const;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('charting.draw.title')}>
      <div className={styles.tools}>
        {DRAWING_TOOLS.map((key) => {
          const Icon = ICONS[key];
          return (
            <ActionIcon
              key={key}
              size={44}
              variant={tool === key ? 'light' : 'subtle'}
              aria-label={t(`charting.draw.${key}`)}
              aria-pressed={tool === key}
              onClick={() => desk.choose(tool === key ? null : key)}
            >
              <Icon size={20} stroke={1.6} aria-hidden />
            </ActionIcon>
          );
        })}
        {acts.map(({ key, Icon, isOff, act }) => (
          <ActionIcon
            key={key}
            size={44}
            variant="subtle"
            disabled={isOff}
            aria-label={t(`charting.draw.${key}`)}
            onClick={act}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
          </ActionIcon>
        ))}
      </div>
      <ActionIcon size={44} variant="subtle" aria-label={t('charting.draw.close')} onClick={onClose}>
        <IconX size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      {tool && (
        <p className={styles.hint} role="status">
          {t(tool === 'text' || tool === 'horizontal' ? 'charting.draw.onePoint' : 'charting.draw.twoPoints')}
        </p>
      )}
    </div>
  );
}
