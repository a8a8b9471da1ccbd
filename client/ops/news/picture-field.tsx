import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { NewsImageView } from '../../../server/contract/operations';
import { newsPicture } from '../../../server/contract/rules/news.rules';
import { deskFile } from '../frame/desk-call';
import { Problem } from '../parts/desk-form';
import { useAct } from '../parts/use-act';

/** Hands a picture for articles in. */
export function PictureField({ label, onAdded }: { label: string; onAdded: (image: NewsImageView) => void }) {
  const { busy, problem, run } = useAct();
  const hand = async (file: File) => onAdded(await deskFile<NewsImageView>('news/images', file));
  return (
    <>
      <label className="desk-field">
        {label}
        <input
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={busy}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) run(() => hand(file));
            currentTarget.value = '';
          }}
        />
      </label>
      <Problem text={problem} />
    </>
  );
}

/** The cover: the picture as readers see it, another one, or none. */
export function CoverField({ cover, onChange }: { cover: string; onChange: (cover: string) => void }) {
  const { t } = useTranslation('desk');
  return (
    <>
      <PictureField label={t('news.cover')} onAdded={({ id }) => onChange(id)} />
      {cover !== '' && (
        <div className="desk-actions">
          <img className="desk-cover" src={newsPicture(cover)} alt={t('news.cover')} />
          <Button size="sm" variant="default" onClick={() => onChange('')}>
            {t('news.coverRemove')}
          </Button>
        </div>
      )}
    </>
  );
}
