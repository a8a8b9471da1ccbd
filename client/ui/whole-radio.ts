import styles from './whole-radio.module.css';

/** Class names of a `Radio` that is touched wherever it is; its root is positioned, and shows what is chosen and what has the focus. */
export const WHOLE_RADIO = {
  inner: styles.inner ?? '',
  radio: styles.input ?? '',
  icon: styles.mark ?? '',
};
