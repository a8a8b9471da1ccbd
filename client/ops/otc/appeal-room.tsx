import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomLinesView, RoomLineView } from '../../../server/contract/trading/otc-orders.dto';
import { Loaded } from '../parts/loaded';
import { Panel } from '../parts/panel';
import { PhotoView } from '../parts/photo-view';
import { useDeskQuery } from '../parts/use-desk-query';
import { When } from '../parts/when';
import { useOtcWords } from './use-otc-words';

/** What was written about an order, the newest part first; each look is written down. */
export function AppealRoom({ id }: { id: string }) {
  const { t } = useTranslation('desk');
  const [before, setBefore] = useState<string | undefined>(undefined);
  const query = useDeskQuery<RoomLinesView>(`appeals/${id}/lines`, { before }, { recorded: true });
  return (
    <Panel title={t('otc.room')}>
      <Loaded query={query}>
        {({ lines, more }) => (
          <>
            {more && (
              <Button size="sm" variant="default" onClick={() => setBefore(String(lines[0]?.number ?? ''))}>
                {t('otc.older')}
              </Button>
            )}
            <ol className="desk-steps">
              {lines.map((line) => (
                <li key={line.number}>
                  <Line id={id} line={line} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function Line({ id, line }: { id: string; line: RoomLineView }) {
  const { t } = useTranslation('desk');
  const words = useOtcWords();
  const { number, voice, kind, body, at } = line;
  const who = voice === 'buyer' || voice === 'seller' ? t(`otc.${voice}`) : voice === 'desk' ? t('title') : '';
  return (
    <>
      <p className="desk-dim">
        {who} <When at={at} />
      </p>
      {kind === 'picture' ? (
        <PhotoView path={`appeals/${id}/pictures/${number}`} label={t('otc.picture', { number })} auto={false} />
      ) : (
        <p className={kind === 'note' ? 'desk-dim' : 'desk-quote'}>{kind === 'note' ? words.step(body) : body}</p>
      )}
    </>
  );
}
