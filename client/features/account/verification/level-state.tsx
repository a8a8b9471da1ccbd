import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { NoticePanel } from '../../../ui/notice-panel';

interface Props {
  title: string;
  text: string;
}

/** A form that there is nothing to do in: what is the matter, and the way back to the overview. */
export function LevelState({ title, text }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const back = () => void navigate('/pages/verification/index', { replace: true });
  return <NoticePanel title={title} text={text} action={{ label: t('verification.toOverview'), onClick: back }} />;
}
