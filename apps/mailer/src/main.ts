import { mailerSettings, runService } from '@bough/service';
import { buildMailer } from './build.ts';

await runService('mailer', mailerSettings, (platform, settings) => buildMailer(platform, settings));
