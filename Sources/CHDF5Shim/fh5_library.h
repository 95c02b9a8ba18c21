#pragma once

#include <hdf5.h>

// HDF5 is loaded by the first file: it drags in three dozen libraries, which no other command should
// wait for. Its functions and the numbers behind its macros are called by their own names, through
// one table.

#define FH5_NAMES(X) \
  X(H5Aclose) X(H5Acreate_by_name) X(H5Aexists_by_name) X(H5Aget_space) X(H5Aget_type) \
  X(H5Aopen_by_name) X(H5Aread) X(H5Awrite) X(H5Dclose) X(H5Dcreate2) X(H5Dget_chunk_storage_size) X(H5Dget_create_plist) \
  X(H5Dget_space) X(H5Dget_storage_size) X(H5Dget_type) X(H5Dopen2) X(H5Dread) X(H5Dread_chunk) \
  X(H5Dvlen_get_buf_size) X(H5Dwrite) X(H5Eclear2) X(H5Eset_auto2) X(H5Ewalk2) X(H5Fclose) \
  X(H5Fcreate) X(H5Fflush) X(H5Fget_file_image) X(H5Fopen) X(H5Gclose) X(H5Gcreate2) \
  X(H5Lexists) X(H5Lget_info) X(H5Lget_name_by_idx) X(H5Oget_info_by_name) \
  X(H5PLset_loading_state) X(H5Pclose) X(H5Pcreate) X(H5Pget_chunk) X(H5Pget_external_count) \
  X(H5Pget_filter2) X(H5Pget_layout) X(H5Pget_nfilters) X(H5Pset_chunk) X(H5Pset_chunk_cache) X(H5Pset_deflate) X(H5Pset_fapl_core) \
  X(H5Pset_fapl_sec2) X(H5Pset_fclose_degree) X(H5Pset_file_locking) X(H5Pset_fill_time) \
  X(H5Pset_fletcher32) X(H5Pset_libver_bounds) X(H5Pset_obj_track_times) X(H5Pset_shuffle) \
  X(H5Sclose) X(H5Screate) X(H5Screate_simple) X(H5Sget_simple_extent_dims) \
  X(H5Sget_simple_extent_ndims) X(H5Sget_simple_extent_npoints) X(H5Sselect_hyperslab) X(H5Tclose) X(H5Tcopy) X(H5Tequal) \
  X(H5Tget_class) X(H5Tget_size) X(H5Tis_variable_str) X(H5Tset_cset) X(H5Tset_size) \
  X(H5allocate_memory) X(H5check_version) X(H5dont_atexit) X(H5free_memory) X(H5get_libversion) X(H5open) \
  X(H5P_CLS_DATASET_ACCESS_ID_g) X(H5P_CLS_DATASET_CREATE_ID_g) X(H5P_CLS_FILE_ACCESS_ID_g) X(H5P_CLS_FILE_CREATE_ID_g) \
  X(H5P_CLS_GROUP_CREATE_ID_g) X(H5T_C_S1_g) X(H5T_IEEE_F32LE_g) X(H5T_IEEE_F64LE_g) \
  X(H5T_NATIVE_DOUBLE_g) X(H5T_NATIVE_FLOAT_g) X(H5T_NATIVE_INT32_g) X(H5T_NATIVE_INT64_g) \
  X(H5T_STD_I32LE_g) X(H5T_STD_I64LE_g)

/// A pointer to everything in use, each with the type of its declaration.
typedef struct {
#define FH5_MEMBER(name) __typeof__(name) *name##_;
  FH5_NAMES(FH5_MEMBER)
#undef FH5_MEMBER
} fh5_library;

/// Filled by the first `fh5_prepare`.
extern fh5_library fh5_hdf5;

/// Loads the library; 1 on success, 0 when it is absent or not the one of the headers.
int fh5_load(void);

#ifndef FH5_FILLS_TABLE
#define H5Aclose (*fh5_hdf5.H5Aclose_)
#define H5Acreate_by_name (*fh5_hdf5.H5Acreate_by_name_)
#define H5Aexists_by_name (*fh5_hdf5.H5Aexists_by_name_)
#define H5Aget_space (*fh5_hdf5.H5Aget_space_)
#define H5Aget_type (*fh5_hdf5.H5Aget_type_)
#define H5Aopen_by_name (*fh5_hdf5.H5Aopen_by_name_)
#define H5Aread (*fh5_hdf5.H5Aread_)
#define H5Awrite (*fh5_hdf5.H5Awrite_)
#define H5Dclose (*fh5_hdf5.H5Dclose_)
#define H5Dcreate2 (*fh5_hdf5.H5Dcreate2_)
#define H5Dget_chunk_storage_size (*fh5_hdf5.H5Dget_chunk_storage_size_)
#define H5Dget_create_plist (*fh5_hdf5.H5Dget_create_plist_)
#define H5Dget_space (*fh5_hdf5.H5Dget_space_)
#define H5Dget_storage_size (*fh5_hdf5.H5Dget_storage_size_)
#define H5Dget_type (*fh5_hdf5.H5Dget_type_)
#define H5Dopen2 (*fh5_hdf5.H5Dopen2_)
#define H5Dread (*fh5_hdf5.H5Dread_)
#define H5Dread_chunk (*fh5_hdf5.H5Dread_chunk_)
#define H5Dvlen_get_buf_size (*fh5_hdf5.H5Dvlen_get_buf_size_)
#define H5Dwrite (*fh5_hdf5.H5Dwrite_)
#define H5Eclear2 (*fh5_hdf5.H5Eclear2_)
#define H5Eset_auto2 (*fh5_hdf5.H5Eset_auto2_)
#define H5Ewalk2 (*fh5_hdf5.H5Ewalk2_)
#define H5Fclose (*fh5_hdf5.H5Fclose_)
#define H5Fcreate (*fh5_hdf5.H5Fcreate_)
#define H5Fflush (*fh5_hdf5.H5Fflush_)
#define H5Fget_file_image (*fh5_hdf5.H5Fget_file_image_)
#define H5Fopen (*fh5_hdf5.H5Fopen_)
#define H5Gclose (*fh5_hdf5.H5Gclose_)
#define H5Gcreate2 (*fh5_hdf5.H5Gcreate2_)
#define H5Lexists (*fh5_hdf5.H5Lexists_)
#define H5Lget_info (*fh5_hdf5.H5Lget_info_)
#define H5Lget_name_by_idx (*fh5_hdf5.H5Lget_name_by_idx_)
#define H5Oget_info_by_name (*fh5_hdf5.H5Oget_info_by_name_)
#define H5PLset_loading_state (*fh5_hdf5.H5PLset_loading_state_)
#define H5Pclose (*fh5_hdf5.H5Pclose_)
#define H5Pcreate (*fh5_hdf5.H5Pcreate_)
#define H5Pget_chunk (*fh5_hdf5.H5Pget_chunk_)
#define H5Pget_external_count (*fh5_hdf5.H5Pget_external_count_)
#define H5Pget_filter2 (*fh5_hdf5.H5Pget_filter2_)
#define H5Pget_layout (*fh5_hdf5.H5Pget_layout_)
#define H5Pget_nfilters (*fh5_hdf5.H5Pget_nfilters_)
#define H5Pset_chunk (*fh5_hdf5.H5Pset_chunk_)
#define H5Pset_chunk_cache (*fh5_hdf5.H5Pset_chunk_cache_)
#define H5Pset_deflate (*fh5_hdf5.H5Pset_deflate_)
#define H5Pset_fapl_core (*fh5_hdf5.H5Pset_fapl_core_)
#define H5Pset_fapl_sec2 (*fh5_hdf5.H5Pset_fapl_sec2_)
#define H5Pset_fclose_degree (*fh5_hdf5.H5Pset_fclose_degree_)
#define H5Pset_file_locking (*fh5_hdf5.H5Pset_file_locking_)
#define H5Pset_fill_time (*fh5_hdf5.H5Pset_fill_time_)
#define H5Pset_fletcher32 (*fh5_hdf5.H5Pset_fletcher32_)
#define H5Pset_libver_bounds (*fh5_hdf5.H5Pset_libver_bounds_)
#define H5Pset_obj_track_times (*fh5_hdf5.H5Pset_obj_track_times_)
#define H5Pset_shuffle (*fh5_hdf5.H5Pset_shuffle_)
#define H5Sclose (*fh5_hdf5.H5Sclose_)
#define H5Screate (*fh5_hdf5.H5Screate_)
#define H5Screate_simple (*fh5_hdf5.H5Screate_simple_)
#define H5Sget_simple_extent_dims (*fh5_hdf5.H5Sget_simple_extent_dims_)
#define H5Sget_simple_extent_ndims (*fh5_hdf5.H5Sget_simple_extent_ndims_)
#define H5Sget_simple_extent_npoints (*fh5_hdf5.H5Sget_simple_extent_npoints_)
#define H5Sselect_hyperslab (*fh5_hdf5.H5Sselect_hyperslab_)
#define H5Tclose (*fh5_hdf5.H5Tclose_)
#define H5Tcopy (*fh5_hdf5.H5Tcopy_)
#define H5Tequal (*fh5_hdf5.H5Tequal_)
#define H5Tget_class (*fh5_hdf5.H5Tget_class_)
#define H5Tget_size (*fh5_hdf5.H5Tget_size_)
#define H5Tis_variable_str (*fh5_hdf5.H5Tis_variable_str_)
#define H5Tset_cset (*fh5_hdf5.H5Tset_cset_)
#define H5Tset_size (*fh5_hdf5.H5Tset_size_)
#define H5allocate_memory (*fh5_hdf5.H5allocate_memory_)
#define H5check_version (*fh5_hdf5.H5check_version_)
#define H5dont_atexit (*fh5_hdf5.H5dont_atexit_)
#define H5free_memory (*fh5_hdf5.H5free_memory_)
#define H5get_libversion (*fh5_hdf5.H5get_libversion_)
#define H5open (*fh5_hdf5.H5open_)
#define H5P_CLS_DATASET_ACCESS_ID_g (*fh5_hdf5.H5P_CLS_DATASET_ACCESS_ID_g_)
#define H5P_CLS_DATASET_CREATE_ID_g (*fh5_hdf5.H5P_CLS_DATASET_CREATE_ID_g_)
#define H5P_CLS_FILE_ACCESS_ID_g (*fh5_hdf5.H5P_CLS_FILE_ACCESS_ID_g_)
#define H5P_CLS_FILE_CREATE_ID_g (*fh5_hdf5.H5P_CLS_FILE_CREATE_ID_g_)
#define H5P_CLS_GROUP_CREATE_ID_g (*fh5_hdf5.H5P_CLS_GROUP_CREATE_ID_g_)
#define H5T_C_S1_g (*fh5_hdf5.H5T_C_S1_g_)
#define H5T_IEEE_F32LE_g (*fh5_hdf5.H5T_IEEE_F32LE_g_)
#define H5T_IEEE_F64LE_g (*fh5_hdf5.H5T_IEEE_F64LE_g_)
#define H5T_NATIVE_DOUBLE_g (*fh5_hdf5.H5T_NATIVE_DOUBLE_g_)
#define H5T_NATIVE_FLOAT_g (*fh5_hdf5.H5T_NATIVE_FLOAT_g_)
#define H5T_NATIVE_INT32_g (*fh5_hdf5.H5T_NATIVE_INT32_g_)
#define H5T_NATIVE_INT64_g (*fh5_hdf5.H5T_NATIVE_INT64_g_)
#define H5T_STD_I32LE_g (*fh5_hdf5.H5T_STD_I32LE_g_)
#define H5T_STD_I64LE_g (*fh5_hdf5.H5T_STD_I64LE_g_)
#endif
