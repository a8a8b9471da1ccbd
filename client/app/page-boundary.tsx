import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../ui/error-state';
import { PageNotLoaded } from './lazy-page';

interface Props {
  /** A new key, such as the path, gives the next page a fresh start. */
  children: ReactNode;
}

/** Shows in words what broke, instead of an empty screen. */
export class PageBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error): { error: Error } {
    return { error };
  }

  override render(): ReactNode {
    return this.state.error ? <BrokenPage error={this.state.error} /> : this.props.children;
  }
}

function BrokenPage({ error }: { error: Error }) {
  const { t } = useTranslation();
  const notLoaded = error instanceof PageNotLoaded;
  return (
    <ErrorState
      title={t(notLoaded ? 'failure.pageTitle' : 'failure.crashTitle')}
      text={t(notLoaded ? 'failure.page' : 'failure.crash')}
      onRetry={() => window.location.reload()}
      isOurs
    />
  );
}
