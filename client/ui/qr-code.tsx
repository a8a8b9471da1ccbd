import { QRCodeSVG } from 'qrcode.react';
import styles from './qr-code.module.css';

interface Props {
  text: string;
  /** What the code holds, in words. */
  label: string;
  /** Side in pixels, without the white around it. */
  size?: number;
}

/** A text for another phone's camera: always dark on white, whatever the page looks like. */
export function QrCode({ text, label, size = 164 }: Props) {
  return (
    <span className={styles.code}>
      <QRCodeSVG value={text} size={size} marginSize={0} level="M" title={label} />
    </span>
  );
}
