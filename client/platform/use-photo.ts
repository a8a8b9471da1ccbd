import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UploadPurpose } from '../../server/contract/account/uploads.dto';
import { CallFailed } from './api';
import { compressPhoto, PHOTO_MEGABYTES_MAX, PhotoTooLarge } from './compress-photo';
import { failureWords } from './failure-words';
import { fetchPhoto, uploadPhoto } from './upload';

interface State {
  /** What the server calls it; null until it is there. */
  reference: string | null;
  /** Address of a picture that this page can draw. */
  preview: string | null;
  /** While it is on its way: how much is sent, from 0 to 1. */
  progress: number | null;
  /** What went wrong, in words. */
  problem: string | null;
}

export interface Photo extends State {
  pick: (file: File) => void;
  /** Sends the same photo again; null when there is nothing to send. */
  retry: (() => void) | null;
  remove: () => void;
}

interface Options {
  /** A photo that was uploaded before and not handed in yet. */
  initialReference?: string | null;
  onReference?: (reference: string | null) => void;
}

const NOTHING: State = { reference: null, preview: null, progress: null, problem: null };

/** One photo: chosen, made smaller, sent, shown; sent again when the line broke. */
export function usePhoto(purpose: UploadPurpose, { initialReference = null, onReference }: Options = {}): Photo {
  const { t } = useTranslation();
  const [state, setState] = useState<State>({ ...NOTHING, reference: initialReference });
  const running = useRef<AbortController | null>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  useReleased(state.preview);
  const change = (part: Partial<State>) => setState((now) => ({ ...now, ...part }));

  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };

  const send = async (file: File) => {
    const signal = begin();
    setState({ ...NOTHING, progress: 0 });
    try {
      const { file: small, drawable } = await compressPhoto(file);
      if (signal.aborted) return;
      if (drawable) change({ preview: URL.createObjectURL(small) });
      const reference = await uploadPhoto(small, purpose, { signal, onProgress: (progress) => change({ progress }) });
      if (signal.aborted) return;
      change({ reference, progress: null });
      onReference?.(reference);
      if (drawable) return;
      const preview = await serversCopy(reference, signal).catch(() => null);
      if (preview !== null) change({ preview });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PhotoTooLarge) {
        change({ progress: null, problem: t('photo.tooLarge', { megabytes: PHOTO_MEGABYTES_MAX }) });
      } else if (error instanceof CallFailed) change({ progress: null, problem: failureWords(error, t) });
      else throw error;
    }
  };

  useUploadedPhoto(initialReference, (preview) => {
    // Another one was chosen meanwhile.
    if (chosen !== null) return;
    if (preview !== null) return change({ preview });
    // It is there no more, so it has to be taken again.
    change({ reference: null });
    onReference?.(null);
  });
  useEffect(() => () => running.current?.abort(), []);

  return {
    ...state,
    pick: (file) => {
      setChosen(file);
      onReference?.(null);
      void send(file);
    },
    retry: state.problem !== null && chosen !== null ? () => void send(chosen) : null,
    remove: () => {
      begin();
      setChosen(null);
      setState(NOTHING);
      onReference?.(null);
    },
  };
}

/** The browser keeps a picture's bytes until its address is given back. */
function useReleased(preview: string | null): void {
  useEffect(() => (preview === null ? undefined : () => URL.revokeObjectURL(preview)), [preview]);
}

/** The picture of a photo that was uploaded before, once; null when the server has it no more. */
function useUploadedPhoto(initialReference: string | null, onPicture: (preview: string | null) => void): void {
  const [first] = useState(initialReference);
  const newest = useRef(onPicture);
  useEffect(() => {
    newest.current = onPicture;
  });
  useEffect(() => {
    if (first === null) return undefined;
    const stop = new AbortController();
    serversCopy(first, stop.signal).then(
      (preview) => newest.current(preview),
      // Without a line there is no picture; the photo is there all the same.
      () => undefined,
    );
    return () => stop.abort();
  }, [first]);
}

/** Address of the server's own copy; null when it has none. @throws when it cannot be reached, or nobody waits. */
async function serversCopy(reference: string, signal: AbortSignal): Promise<string | null> {
  const blob = await fetchPhoto(reference, signal);
  signal.throwIfAborted();
  return blob === null ? null : URL.createObjectURL(blob);
}
