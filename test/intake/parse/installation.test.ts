import { describe, expect, it } from 'vitest';
import {
  installationOf,
  installationOfCommand,
  installationOfEvent,
} from '../../../src/intake/parse/installation.js';

const ORGANIZATION = { id: 'E1' };
const WORKSPACE = { id: 'T1' };
const user = { team_id: 'T2' };
const view = { app_installed_team_id: 'T3' };

describe('the installation that a payload belongs to', () => {
  // https://docs.slack.dev/enterprise/developing-for-enterprise-orgs; what may be null differs by payload.
  it.each([
    ['a workspace', { team: WORKSPACE, enterprise: null, user }, 'T1'],
    ['a workspace of an organization', { team: WORKSPACE, enterprise: ORGANIZATION, user }, 'T1'],
    [
      'an organization',
      { team: null, enterprise: ORGANIZATION, is_enterprise_install: true, user },
      'E1',
    ],
    [
      'an organization, with the workspace of the user',
      { team: WORKSPACE, enterprise: ORGANIZATION, is_enterprise_install: true, user },
      'E1',
    ],
    ['an organization, without the flag', { team: null, enterprise: ORGANIZATION, user }, 'E1'],
    ['a view in a shared channel', { team: WORKSPACE, enterprise: null, user, view }, 'T3'],
    ['a view without a workspace', { team: null, enterprise: null, user, view }, 'T3'],
    ['the user alone', { team: null, enterprise: null, user }, 'T2'],
    ['nothing', { user: {} }, undefined],
  ])('an interaction names %s', (_name, payload, expected) => {
    expect(installationOf(payload)).toBe(expected);
  });

  it.each([
    ['a workspace', { team_id: 'T1', is_enterprise_install: 'false' as const }, 'T1'],
    [
      'an organization',
      { team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: 'true' as const },
      'E1',
    ],
    ['an organization alone', { team_id: null, enterprise_id: 'E1' }, 'E1'],
  ])('a command names %s', (_name, payload, expected) => {
    expect(installationOfCommand(payload)).toBe(expected);
  });

  it.each([
    ['its authorization', { team_id: 'T9', authorizations: [{ team_id: 'T1' }] }, 'T1'],
    [
      'the organization of its authorization',
      {
        team_id: 'T1',
        authorizations: [{ team_id: null, enterprise_id: 'E1', is_enterprise_install: true }],
      },
      'E1',
    ],
    ['its context', { team_id: 'T9', context_team_id: 'T1', authorizations: [] }, 'T1'],
    ['its workspace', { team_id: 'T1', context_team_id: null }, 'T1'],
    ['its organization', { team_id: null, enterprise_id: 'E1' }, 'E1'],
  ])('an event is for %s', (_name, payload, expected) => {
    expect(installationOfEvent(payload)).toBe(expected);
  });
});
