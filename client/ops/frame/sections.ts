import type { QueueCountView } from '../../../server/contract/operations';
import type { OperatorRole } from '../../../server/contract/operations/words';
import type { DeskWords } from '../words/desk/en';

type QueueKind = QueueCountView['kind'];

export interface Section {
  path: string;
  name: keyof DeskWords['nav'];
  /** Who may open it; empty: everybody at the desk. */
  roles: readonly OperatorRole[];
  /** Queues whose length stands beside the name. */
  queues?: readonly QueueKind[];
}

export const SECTIONS: readonly { title: keyof DeskWords['nav']; sections: readonly Section[] }[] = [
  {
    title: 'work',
    sections: [
      { path: '', name: 'overview', roles: [] },
      { path: 'deposits', name: 'deposits', roles: ['treasurer', 'support', 'auditor'], queues: ['deposit'] },
      {
        path: 'withdrawals',
        name: 'withdrawals',
        roles: ['treasurer', 'support', 'auditor'],
        queues: ['withdrawal', 'payment'],
      },
      { path: 'help', name: 'help', roles: ['support', 'auditor'], queues: ['help'] },
      { path: 'complaints', name: 'complaints', roles: ['support', 'auditor'], queues: ['complaint'] },
      { path: 'incidents', name: 'incidents', roles: ['settings', 'support', 'auditor'] },
      { path: 'verification', name: 'verification', roles: ['reviewer'], queues: ['verification'] },
      { path: 'appeals', name: 'appeals', roles: ['treasurer', 'support', 'auditor'], queues: ['appeal'] },
      { path: 'merchants', name: 'merchants', roles: ['settings', 'support', 'auditor'], queues: ['merchant'] },
      {
        path: 'proposals',
        name: 'proposals',
        roles: ['treasurer', 'settings', 'support', 'auditor', 'administrator'],
        queues: ['proposal'],
      },
      {
        path: 'announced',
        name: 'announced',
        roles: ['treasurer', 'settings', 'auditor', 'administrator'],
        queues: ['announced'],
      },
    ],
  },
  {
    title: 'look',
    sections: [
      { path: 'find', name: 'find', roles: ['support', 'treasurer', 'auditor'] },
      { path: 'users', name: 'users', roles: ['support', 'treasurer', 'reviewer', 'auditor'] },
      { path: 'books', name: 'books', roles: [] },
      { path: 'audit', name: 'audit', roles: ['auditor', 'administrator'] },
      { path: 'pairs', name: 'pairs', roles: ['auditor', 'administrator'] },
      { path: 'funding', name: 'funding', roles: ['treasurer', 'settings', 'auditor', 'administrator'] },
      { path: 'jobs', name: 'jobs', roles: ['auditor', 'administrator'] },
    ],
  },
  {
    title: 'set',
    sections: [
      { path: 'coins', name: 'coins', roles: ['settings', 'treasurer', 'auditor'] },
      { path: 'addresses', name: 'addresses', roles: ['settings', 'treasurer', 'auditor'] },
      { path: 'otc-coins', name: 'otcCoins', roles: ['settings', 'treasurer', 'support', 'auditor'] },
      { path: 'reference', name: 'reference', roles: ['settings', 'treasurer', 'auditor'] },
      { path: 'products', name: 'products', roles: ['settings', 'treasurer', 'support', 'auditor'] },
      { path: 'countries', name: 'countries', roles: ['settings', 'treasurer', 'support', 'auditor'] },
      { path: 'markets', name: 'markets', roles: ['settings', 'support', 'auditor'] },
      {
        path: 'subscriptions',
        name: 'subscriptions',
        roles: ['settings', 'treasurer', 'support', 'auditor'],
      },
      { path: 'referral', name: 'referral', roles: ['treasurer', 'settings', 'support', 'auditor'] },
      { path: 'articles', name: 'articles', roles: ['settings', 'support', 'auditor'] },
      { path: 'sales', name: 'sales', roles: ['settings', 'treasurer', 'support', 'auditor'] },
      { path: 'notices', name: 'notices', roles: ['settings', 'support', 'auditor'] },
    ],
  },
  {
    title: 'desk',
    sections: [
      { path: 'operators', name: 'operators', roles: ['administrator', 'auditor'] },
      { path: 'own', name: 'own', roles: [] },
    ],
  },
];

/** The section with this path. */
export function sectionAt(path: string): Section | undefined {
  return SECTIONS.flatMap(({ sections }) => sections).find((section) => section.path === path);
}
