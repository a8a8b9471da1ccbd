import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { isPushWanted, onPushOpened, unsubscribeFromPush } from '../../../platform/push';
import { onUserChange, sessionUserId, useSessionUser } from '../../../platform/session';
import { renewDevice } from './subscribe-device';

// What is on its way to somebody who has logged out is not shown on this device any more, nor to whoever logs in next.
onUserChange(() => {
  const userId = sessionUserId();
  if (userId === null || !isPushWanted(userId)) void unsubscribeFromPush();
});

/** Keeps a device told that was switched on, and opens what its user has pressed. Draws nothing. */
export default function PushRegistration() {
  const navigate = useNavigate();
  const userId = useSessionUser()?.id;
  useEffect(() => {
    if (userId !== undefined) void renewDevice(userId);
  }, [userId]);
  useEffect(() => onPushOpened((path) => void navigate(path)), [navigate]);
  return null;
}
