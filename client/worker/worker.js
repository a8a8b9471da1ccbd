// The app's one worker: what pages begin with without a network, and what is pushed to the device.
import './push.js';
import './shell.js';
