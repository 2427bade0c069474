// The bill of materials of a release, in CycloneDX: https://cyclonedx.org
import { Contrib, Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import parseSpdx from 'spdx-expression-parse';

/**
 * A package, and the references of those that it needs.
 * @typedef {{ name: string, version: string, license?: string | undefined, integrity?: string | undefined, needs: string[] }} Package
 * @typedef {{ name: string, version: string, architecture: string }} SystemPackage
 * @typedef {{ name: string, version: string, license: string, description: string, dependencies: Record<string, string> }} App
 */

const { ComponentType, ComponentScope, HashAlgorithm, LifecyclePhase } = Enums;
const licenses = new Contrib.License.Factories.LicenseFactory(parseSpdx);

/**
 * As JSON, always the same for the same content. Rejects if it does not fit the schema of CycloneDX.
 * @param {{ app: App, packages: Package[], date: Date, image?: ImageContent }} content `date`: of the commit
 */
export async function writeBom({ app, packages, date, image }) {
  const bom = new Models.Bom();
  const root = appComponent(app, image);
  bom.metadata.component = root;
  bom.metadata.timestamp = date;
  bom.metadata.lifecycles.add(LifecyclePhase.Build);
  const components = new Map(packages.map((each) => [referenceOf(each), componentOf(each)]));
  for (const each of packages) {
    const component = components.get(referenceOf(each));
    for (const needed of each.needs) {
      const found = components.get(needed);
      if (found) component?.dependencies.add(found.bomRef);
    }
  }
  for (const component of components.values()) bom.components.add(component);
  for (const reference of Object.entries(app.dependencies).map((each) => each.join('@'))) {
    const component = components.get(reference);
    if (component) root.dependencies.add(component.bomRef);
  }
  for (const component of image ? imageComponents(image) : []) {
    bom.components.add(component);
    root.dependencies.add(component.bomRef);
  }
  return serialize(bom);
}

/** @param {{ name: string, version: string }} found */
function referenceOf({ name, version }) {
  return `${name}@${version}`;
}

/**
 * What an image has besides the app. `base`: the image that it is built on.
 * @typedef {{ base: string, node: string, system: { name: string, version: string }, packages: SystemPackage[] }} ImageContent
 */

/** @param {App} app @param {ImageContent | undefined} image */
function appComponent({ name, version, license, description }, image) {
  const type = image ? ComponentType.Container : ComponentType.Application;
  const purl = new PackageURL(
    image ? 'oci' : 'npm',
    undefined,
    name,
    version,
    undefined,
    undefined,
  );
  const component = new Models.Component(type, name, {
    version,
    description,
    purl: purl.toString(),
  });
  component.bomRef.value = `${type}:${name}@${version}`;
  component.licenses.add(licenses.makeFromString(license));
  if (image)
    component.properties.add(new Models.Property('deepsearch-slack:base-image', image.base));
  return component;
}

/** @param {Package} found */
function componentOf({ name, version, license, integrity }) {
  const [group, short = name] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = new PackageURL('npm', group, short, version, undefined, undefined).toString();
  const component = new Models.Component(ComponentType.Library, short, {
    version,
    purl,
    scope: ComponentScope.Required,
    ...(group ? { group } : {}),
  });
  component.bomRef.value = referenceOf({ name, version });
  if (license) component.licenses.add(licenses.makeFromString(license));
  const [, sha512] = /^sha512-(.+)$/.exec(integrity ?? '') ?? [];
  if (sha512)
    component.hashes.set(HashAlgorithm['SHA-512'], Buffer.from(sha512, 'base64').toString('hex'));
  return component;
}

/** @param {ImageContent} image */
function imageComponents({ node, system, packages }) {
  const os = new Models.Component(ComponentType.OperatingSystem, system.name, {
    version: system.version,
  });
  const runtime = new Models.Component(ComponentType.Platform, 'node', {
    version: node,
    purl: new PackageURL('generic', undefined, 'node', node, undefined, undefined).toString(),
  });
  const libraries = packages.map(({ name, version, architecture }) => {
    const qualifiers = { arch: architecture, distro: `${system.name}-${system.version}` };
    const purl = new PackageURL(
      'deb',
      system.name,
      name,
      version,
      qualifiers,
      undefined,
    ).toString();
    return new Models.Component(ComponentType.Library, name, { version, purl });
  });
  const all = [os, runtime, ...libraries];
  for (const each of all) each.bomRef.value = each.purl ?? `${each.name}@${each.version}`;
  return all;
}

/** @param {Models.Bom} bom */
async function serialize(bom) {
  const factory = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(factory);
  const text = `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
  const error = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text);
  if (error)
    throw new Error(`The bill of materials does not fit its schema: ${JSON.stringify(error)}`);
  return text;
}
