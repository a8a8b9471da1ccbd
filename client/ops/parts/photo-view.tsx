import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '../../platform/api';
import { failureWords } from '../../platform/failure-words';
import { deskPhoto } from '../frame/desk-call';
import { Problem } from './desk-form';

interface Props {
  path: string;
  /** What is on it. */
  label: string;
  /** Loads at once; otherwise when asked, because every look is written down. */
  auto: boolean;
}

/** A picture of a user, to be looked at closely. */
export function PhotoView({ path, label, auto }: Props) {
  const { t } = useTranslation('desk');
  const { t: words } = useTranslation();
  const [asked, setAsked] = useState(auto);
  const { data, error, refetch } = useQuery({
    queryKey: ['desk-photo', path],
    queryFn: ({ signal }) => pictureAt(path, signal),
    enabled: asked || auto,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { recorded: true },
  });
  if (data !== undefined) return <Picture address={data} label={label} />;
  if (error) {
    return (
      <div className="desk-photo-empty">
        <Problem text={`${t('photo.failed')} ${failureWords(error, words)}`} />
        <Button variant="light" size="sm" onClick={() => void refetch()}>
          {words('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (asked || auto) return <div className="desk-photo-empty" aria-busy="true" aria-label={t('common.loading')} />;
  return (
    <div className="desk-photo-empty">
      <Button variant="light" size="sm" onClick={() => setAsked(true)}>
        {t('photo.show')}
        <span className="desk-hidden">: {label}</span>
      </Button>
      <p>{t('photo.showText')}</p>
    </div>
  );
}

/** The picture as an address that the page can draw, and that is gone with it. */
async function pictureAt(path: string, signal: AbortSignal): Promise<string> {
  const blob = await deskPhoto(path, signal);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new CallFailed('unreachable', '')));
    reader.readAsDataURL(blob);
  });
}

const STEP = 1.5;
const LARGEST = 8;

function Picture({ address, label }: { address: string; label: string }) {
  const { t } = useTranslation('desk');
  const large = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Zoomed
        address={address}
        label={label}
        action={{ words: t('photo.enlarge'), run: () => large.current?.showModal() }}
      />
      <dialog ref={large} className="desk-large" aria-label={label}>
        <Zoomed
          address={address}
          label={label}
          action={{ words: t('photo.close'), run: () => large.current?.close() }}
        />
      </dialog>
    </>
  );
}

interface ZoomedProps {
  address: string;
  label: string;
  action: { words: string; run: () => void };
}

function Zoomed({ address, label, action }: ZoomedProps) {
  const { t } = useTranslation('desk');
  const [scale, setScale] = useState(1);
  const [turns, setTurns] = useState(0);
  const zoom = (factor: number) => setScale((now) => Math.min(LARGEST, Math.max(1, now * factor)));
  const buttons = [
    { words: t('photo.zoomIn'), sign: '+', run: () => zoom(STEP) },
    { words: t('photo.zoomOut'), sign: '−', run: () => zoom(1 / STEP) },
    { words: t('photo.turn'), sign: '⟳', run: () => setTurns((now) => (now + 1) % 4) },
    { words: t('photo.fit'), sign: '⤢', run: () => (setScale(1), setTurns(0)) },
  ];
  return (
    <figure className="desk-photo">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <div className="desk-photo-place" role="region" aria-label={label} tabIndex={0}>
        <img src={address} alt={label} data-turns={turns} style={{ width: `${scale * 100}%` }} />
      </div>
      <figcaption className="desk-photo-tools">
        {buttons.map(({ words, sign, run }) => (
          <button key={words} type="button" title={words} onClick={run}>
            <span aria-hidden>{sign}</span>
            <span className="desk-hidden">
              {words}: {label}
            </span>
          </button>
        ))}
        <button type="button" onClick={action.run}>
          {action.words}
          <span className="desk-hidden">: {label}</span>
        </button>
      </figcaption>
    </figure>
  );
}
