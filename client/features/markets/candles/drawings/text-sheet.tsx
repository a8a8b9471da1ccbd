import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from '../../../../ui/form';
import { Sheet } from '../../../../ui/sheet';
import { TextField } from '../../../../ui/text-field';
import { TEXT_MOST } from './drawing';
import type { DrawingDesk } from './drawing-desk';

/** Asks for the words of a text after its place was chosen. */
export function TextSheet({ desk }: { desk: DrawingDesk }) {
  const { t } = useTranslation();
  const { textAt } = useSyncExternalStore(desk.subscribe, desk.state);
  return (
    <Sheet title={t('charting.draw.text')} opened={textAt !== null} onClose={() => desk.write('')}>
      {textAt && <TextForm onWrite={(text) => desk.write(text)} />}
    </Sheet>
  );
}

function TextForm({ onWrite }: { onWrite: (text: string) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  return (
    <Form
      submit={t('charting.draw.write')}
      busy={false}
      problem={null}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') setIsWrong(true);
        else onWrite(text);
      }}
    >
      <TextField
        label={t('charting.draw.words')}
        value={text}
        maxLength={TEXT_MOST}
        error={isWrong ? t('charting.draw.noWords') : null}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setIsWrong(false);
        }}
        data-autofocus
      />
    </Form>
  );
}
