import { late } from '../../ui/late';

/** With the words of the pages that users read, by which the desk names what they did. */
export const AppealsPage = late(async () => {
  const [part, { otcWords }, { speakMore }] = await Promise.all([
    import('./appeals'),
    import('../../languages/otc'),
    import('../../languages'),
  ]);
  await speakMore(otcWords);
  return part.AppealsPage;
});
