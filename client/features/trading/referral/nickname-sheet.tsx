import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { InvitationView } from '../../../../server/contract/trading/referral.dto';
import { useSubmission } from '../../../platform/use-submission';
import { ConsentBox } from '../../../ui/consent-box';
import { Form } from '../../../ui/form';
import { Sheet } from '../../../ui/sheet';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { REFERRAL_KEYS, saveProfile } from './referral.api';

const NICKNAME_MAX = 20;

interface Props {
  own: Pick<InvitationView, 'nickname' | 'listed'>;
  opened: boolean;
  onClose: () => void;
}

/** By which name, if at all, the user stands in the ranking. */
export function NicknameSheet({ own, opened, onClose }: Props) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { nickname: own.nickname, listed: own.listed === 1 } });
  const { busy, problem, submit } = useSubmission<{ nickname: string; listed: boolean }, 'nickname'>(form, {
    fields: {
      'referral.nickname-invalid': 'nickname',
      'referral.nickname-taken': 'nickname',
      'request.invalid': 'nickname',
    },
    send: async ({ nickname, listed }) => {
      await saveProfile({ nickname: nickname.trim(), listed });
      toast(t('form.modified'));
      onClose();
      await queries.invalidateQueries({ queryKey: REFERRAL_KEYS.mine });
    },
  });
  return (
    <Sheet title={t('referral.nicknameTitle')} opened={opened} onClose={onClose}>
      <Form onSubmit={form.onSubmit(submit)} submit={t('form.save')} busy={busy} problem={problem}>
        <TextField
          {...form.getInputProps('nickname')}
          label={t('referral.nickname')}
          help={t('referral.nicknameHelp')}
          autoComplete="nickname"
          maxLength={NICKNAME_MAX}
        />
        <ConsentBox
          label={t('referral.listed')}
          checked={form.values.listed}
          onChange={(listed) => form.setFieldValue('listed', listed)}
        />
      </Form>
    </Sheet>
  );
}
