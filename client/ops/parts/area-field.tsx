import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props extends Omit<TextareaProps, 'description' | 'autosize'> {
  help?: ReactNode;
}

/** Some lines to type in: label above, help below, an error in the place of the help. */
export function AreaField({ help, error, rows = 3, ...rest }: Props) {
  return (
    <Textarea
      {...rest}
      className="desk-field"
      rows={rows}
      error={error}
      description={error ? undefined : help}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  );
}
