import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { IeoProjectView } from '../../../../server/contract/trading/ieo.dto';
import { useAccountType } from '../../../platform/account-type';
import { loginPath } from '../../../platform/login-path';
import { useLanguage } from '../../../platform/preferences';
import { useLoggedIn } from '../../../platform/session';
import { CoinIcon } from '../../../ui/coin-icon';
import { StatePill } from '../../../ui/state-pill';
import { CardSkeleton } from '../../../ui/text-skeleton';
import { ApplyForm } from './apply-form';
import { DrawNote, DrawRule } from './draw-note';
import { project as projectQuery, useIeoEvents } from './ieo.api';
import styles from './ieo.module.css';
import { ListingNote, TradeButton } from './listing-note';
import { ProjectDates, ProjectFacts } from './project-facts';
import { PHASE_TONES } from './project-list';
import { UnknownSale } from './unknown-sale';

/** Everything that is said of a sale before anybody applies, and the application itself. */
export function ProjectDetail({ id }: { id: string }) {
  useIeoEvents();
  const { data, error, refetch } = useQuery(projectQuery(id, useLanguage()));
  if (error && !data) return <UnknownSale error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardSkeleton rows={9} />;
  return <Loaded project={data} />;
}

function Loaded({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.hero}>
        <div className={styles.head}>
          <CoinIcon code={project.currency_name} size={40} />
          <h2>{project.name}</h2>
          <StatePill tone={PHASE_TONES[project.status]} text={t(`ieo.phase.${project.status}`)} />
        </div>
        <p>{project.summary}</p>
      </div>
      <DrawNote project={project} />
      <ListingNote project={project} />
      <section className={styles.warn}>
        <h3>{t('ieo.risk')}</h3>
        <p>{t('ieo.riskText')}</p>
      </section>
      <ProjectFacts project={project} />
      <ProjectDates project={project} />
      <section className={styles.section}>
        <h2>{t('ieo.about')}</h2>
        <p>{project.description}</p>
      </section>
      <section className={styles.section}>
        <h2>{t('ieo.rule')}</h2>
        <p>{t('ieo.ruleText')}</p>
        <DrawRule project={project} />
        {project.is_sealed === 1 && (
          <Button component={Link} to={`/pages/ieo/allotment?id=${project.id}`} variant="light" fullWidth mih={44}>
            {t('ieo.table')}
          </Button>
        )}
      </section>
      {project.status === 'applying' && <Entrance project={project} />}
      <TradeButton market={project.market} />
    </>
  );
}

/** The way to an application: for guests over the login, and not with demo money. */
function Entrance({ project }: { project: IeoProjectView }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const isDemo = useAccountType() === 'simulation_account';
  if (!useLoggedIn()) {
    return (
      <div className={styles.bar}>
        <Button component={Link} to={loginPath(pathname + search)} fullWidth size="lg">
          {t('ieo.logIn')}
        </Button>
      </div>
    );
  }
  if (isDemo) return <p className={styles.warn}>{t('ieo.realOnly')}</p>;
  return <ApplyForm project={project} />;
}
