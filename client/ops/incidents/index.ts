import { late } from '../../ui/late';

/** With the words of the page that users read, which the desk writes for. */
export const IncidentsPage = late(async () => {
  const [part, { serviceStatusWords }, { speakMore }] = await Promise.all([
    import('./incidents'),
    import('../../languages/service-status'),
    import('../../languages'),
  ]);
  await speakMore(serviceStatusWords);
  return part.IncidentsPage;
});
