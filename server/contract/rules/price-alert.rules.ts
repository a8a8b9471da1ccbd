import { type DecimalText, isDecimalText, toUnits } from '../money.js';

/** What alerts wait for. */
export const ALERT_KINDS = [
  'rise',
  'fall',
  'cross',
  'percent-up',
  'percent-down',
  'funding-above',
  'funding-below',
  'margin-above',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** By which price of the market: what all venues say it is worth, or what its contracts are valued at. */
export const ALERT_SOURCES = ['index', 'mark'] as const;
export type AlertSource = (typeof ALERT_SOURCES)[number];

/** Times in which a price may change by so many percent, in seconds. */
export const ALERT_WINDOWS = [300, 900, 3600, 14_400, 86_400] as const;
/** How long an alert that goes off again and again is quiet afterwards, in seconds. */
export const ALERT_PAUSES = [300, 3600, 86_400] as const;
/** Alerts of a user that are active or paused. */
export const ALERTS_MAX = 100;
/** Letters of a user's own note. */
export const ALERT_NOTE_MAX = 140;

/** What an alert compares its value with. */
export type AlertFigure = 'price' | 'percent' | 'funding' | 'margin';

const FIGURES: Record<AlertKind, AlertFigure> = {
  rise: 'price',
  fall: 'price',
  cross: 'price',
  'percent-up': 'percent',
  'percent-down': 'percent',
  'funding-above': 'funding',
  'funding-below': 'funding',
  'margin-above': 'margin',
};

export function figureOf(kind: AlertKind): AlertFigure {
  return FIGURES[kind];
}

/** Which way the figure goes when the alert goes off. */
export type AlertDirection = 'rise' | 'fall' | 'cross';

export function directionOf(kind: AlertKind): AlertDirection {
  if (kind === 'cross') return 'cross';
  return kind === 'fall' || kind === 'percent-down' || kind === 'funding-below' ? 'fall' : 'rise';
}

/** At which figure it goes off: a fall by 5 % is a change of -5 %. */
export function levelOf(kind: AlertKind, value: DecimalText): bigint {
  return kind === 'percent-down' ? -toUnits(value) : toUnits(value);
}

/** Whether it is there already: on the level counts, too. */
export function isAlreadyThere(kind: AlertKind, level: bigint, figure: bigint): boolean {
  const direction = directionOf(kind);
  if (direction === 'cross') return figure === level;
  return direction === 'rise' ? figure >= level : figure <= level;
}

interface Bounds {
  least: DecimalText;
  most: DecimalText;
  decimals: number;
}

/** Percentages, all but prices. The margin is what is used of it: at 100 % liquidation begins. */
const BOUNDS: Record<Exclude<AlertKind, 'rise' | 'fall' | 'cross'>, Bounds> = {
  'percent-up': { least: '0.1', most: '1000', decimals: 2 },
  'percent-down': { least: '0.1', most: '99', decimals: 2 },
  'funding-above': { least: '-5', most: '5', decimals: 4 },
  'funding-below': { least: '-5', most: '5', decimals: 4 },
  'margin-above': { least: '1', most: '99', decimals: 2 },
};

/** A price has at most so many digits before its point. */
const HIGHEST_PRICE = '999999999999';

export function alertBounds(kind: AlertKind, priceScale: number): Bounds {
  if (kind !== 'rise' && kind !== 'fall' && kind !== 'cross') return BOUNDS[kind];
  const least = priceScale === 0 ? '1' : `0.${'1'.padStart(priceScale, '0')}`;
  return { least, most: HIGHEST_PRICE, decimals: priceScale };
}

export type AlertValueProblem = 'format' | 'decimals' | 'range';

/** What is wrong with the value of an alert; null when nothing is. */
export function alertValueProblem(kind: AlertKind, value: string, priceScale: number): AlertValueProblem | null {
  if (!isDecimalText(value)) return 'format';
  const { least, most, decimals } = alertBounds(kind, priceScale);
  const dot = value.indexOf('.');
  if (dot >= 0 && value.length - dot - 1 > decimals) return 'decimals';
  const units = toUnits(value);
  return units < toUnits(least) || units > toUnits(most) ? 'range' : null;
}
