import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OPERATOR_ROLES, type OperatorRole } from '../../../server/contract/operations/words';
import { TickBox } from '../../ui/tick-box';

interface Props {
  chosen: readonly OperatorRole[];
  onChange: (roles: OperatorRole[]) => void;
  error?: ReactNode;
}

/** What an operator may be, each role with what it is for. */
export function RoleChoice({ chosen, onChange, error }: Props) {
  const { t } = useTranslation('desk');
  return (
    <fieldset className="desk-ticks">
      <legend>{t('operator.roles')}</legend>
      {OPERATOR_ROLES.map((role) => (
        <TickBox
          key={role}
          label={`${t(`roles.${role}`)}: ${t(`roles.${role}Text`)}`}
          checked={chosen.includes(role)}
          onChange={(checked) =>
            onChange(OPERATOR_ROLES.filter((known) => (known === role ? checked : chosen.includes(known))))
          }
        />
      ))}
      {error && (
        <p role="alert" className="desk-problem">
          {error}
        </p>
      )}
    </fieldset>
  );
}
