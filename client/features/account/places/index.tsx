/**
 * The front door of the places: a map to choose a place on and one that shows it, each fetched with its words when it is drawn.
 * `PlaceSheet` is for forms that need a place: it fills a text that stays the user's to change.
 */
import { speakMore } from '../../../languages';
import { placesWords } from '../../../languages/places';
import { late } from '../../../ui/late';
import { Sheet } from '../../../ui/sheet';
import { CardSkeleton } from '../../../ui/text-skeleton';
import type { ChosenPlace } from './place-picker';
import type { Place } from './place.rules';

export { readPlace, withPlace } from './place.rules';

async function withWords<Module>(load: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load, speakMore(placesWords)]);
  return module;
}

const WAITING = <CardSkeleton rows={6} />;

interface PickerProps {
  from?: Place | null;
  /** Words on the button that takes the place. */
  action: string;
  onChosen: (place: ChosenPlace) => void;
}

export const PlacePicker = late<PickerProps>(async () => (await withWords(import('./place-picker'))).default, WAITING);

export const PlaceView = late<{ place: Place; title: string }>(
  async () => (await withWords(import('./place-view'))).default,
  WAITING,
);

interface SheetProps extends PickerProps {
  title: string;
  opened: boolean;
  onClose: () => void;
}

/** The same over a form, so that nothing of it is lost. */
export function PlaceSheet({ title, opened, onClose, ...picker }: SheetProps) {
  return (
    <Sheet title={title} opened={opened} onClose={onClose} tall>
      {opened && <PlacePicker {...picker} />}
    </Sheet>
  );
}
